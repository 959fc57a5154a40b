//! Folders and files that only the user of this process can have written.
//!
//! What is kept between runs is believed when it is read again, and some of it is executed. In a shared folder anybody could have put it there. So
//! a folder counts only where it belongs to the user of this process, is no symbolic link, and cannot be written by others.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder, with those on the way to it, for this user alone (mode 0700), or checks the one that is there.
///
/// # Errors
/// Where it cannot be made, is a symbolic link or no folder, belongs to another user, or can be written by others.
pub fn folder(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_err_and(|e| e.kind() == io::ErrorKind::NotFound) {
        make(path)?;
    }
    let found = fs::symlink_metadata(path)?;
    if found.file_type().is_symlink() {
        return Err(refused("is a symbolic link"));
    }
    if !found.is_dir() {
        return Err(refused("is not a folder"));
    }
    own(&found)
}

/// The text of a file that this user or the system's administrator has written, and that others cannot write.
///
/// # Errors
/// As for [`folder`], and where the file cannot be read.
pub fn text(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    own_or_roots(&file.metadata()?)?;
    let mut text = String::new();
    io::Read::read_to_string(&mut file, &mut text)?;
    Ok(text)
}

/// Opens a file to be written from its beginning. Where the name is a symbolic link, it fails: what the link leads to is somebody's.
///
/// # Errors
/// As for [`OpenOptions::open`].
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW);
    options.open(path)
}

/// A number of this user that names of folders can be told apart by.
pub fn user() -> u32 {
    #[cfg(unix)]
    // SAFETY: it only asks, and cannot fail.
    return unsafe { libc::geteuid() };
    #[cfg(not(unix))]
    return 0;
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

fn make(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn own(found: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    if found.uid() != user() {
        return Err(refused("belongs to another user"));
    }
    if found.mode() & 0o022 != 0 {
        return Err(refused("can be written by other users (`chmod 700` makes it private)"));
    }
    Ok(())
}

#[cfg(unix)]
fn own_or_roots(found: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    if found.uid() != 0 && found.uid() != user() {
        return Err(refused("belongs to another user"));
    }
    if found.mode() & 0o002 != 0 {
        return Err(refused("can be written by other users"));
    }
    Ok(())
}

#[cfg(not(unix))]
fn own(_: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn own_or_roots(_: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_folder_is_private_or_refused() {
        let base = std::env::temp_dir().join(format!("somd-private-test-{}", std::process::id()));
        let at = |name: &str| base.join(name);
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        folder(&at("new/inner")).expect("it can be made");
        assert_eq!((mode(&at("new")), mode(&at("new/inner"))), (0o700, 0o700));
        folder(&at("new/inner")).expect("it is there");
        symlink(at("new"), at("link")).expect("links can be made");
        assert!(folder(&at("link")).is_err_and(|e| e.to_string().contains("link")));
        symlink(at("nowhere"), at("broken")).expect("links can be made");
        assert!(folder(&at("broken")).is_err());
        fs::write(at("file"), "").expect("the folder can be written");
        assert!(folder(&at("file")).is_err_and(|e| e.to_string().contains("not a folder")));
        fs::set_permissions(at("new"), fs::Permissions::from_mode(0o777)).expect("it is this user's");
        assert!(folder(&at("new")).is_err_and(|e| e.to_string().contains("other users")));
        fs::write(at("text"), "a").expect("the folder can be written");
        assert_eq!(text(&at("text")).expect("it is this user's"), "a");
        fs::set_permissions(at("text"), fs::Permissions::from_mode(0o666)).expect("it is this user's");
        assert!(text(&at("text")).is_err());
        symlink(at("text"), at("to_text")).expect("links can be made");
        assert!(create(&at("to_text")).is_err());
        assert_eq!(fs::read_to_string(at("text")).expect("it is there"), "a");
        fs::remove_dir_all(&base).expect("it is this test's");
    }
}
