//! `somdc repl`: a conversation in the language, on the interpreter.
//!
//! What was entered so far is one class ([`session`]): declarations are its members, variables its static fields, statements its methods. Each entry is
//! compiled with it and the class runs anew, in a process of its own. What earlier entries print is not shown again, and what they did with files, the
//! clock and random numbers is answered from a record: it happens once.

mod session;

use super::Common;
use super::commands::{self, DIAGNOSTICS};
use super::emit;
use crate::driver::stages::Compilation;
use session::{Entry, Session};
use std::io::{BufRead, IsTerminal, Write};
use std::process::Stdio;

const HELP: &str = "\
An expression is evaluated and its value printed; statements run; variables, methods, classes and imports are kept.
  :type EXPRESSION   the type of an expression, which is not evaluated
  :kernel            the OpenCL kernels of what was entered
  :list              what was entered
  :reset             begin anew
  :help              this
  :quit              end
";

pub fn repl(common: &Common) -> i32 {
    let terminal = std::io::stdin().is_terminal();
    if terminal {
        println!("somdc {}: `:help` tells what there is, `:quit` ends", env!("CARGO_PKG_VERSION"));
    }
    let mut session = Session::default();
    let mut lines = std::io::stdin().lock().lines();
    let mut pending = String::new();
    let mut failed = false;
    loop {
        if terminal {
            print!("{}", if pending.is_empty() { "somd> " } else { "....> " });
            // Nobody is left to see it when standard output is closed.
            let _ = std::io::stdout().flush();
        }
        let Some(Ok(line)) = lines.next() else { break };
        if pending.is_empty() && line.trim_start().starts_with(':') {
            match command(line.trim(), &mut session, common) {
                Answer::Quit => return 0,
                Answer::Done(well) => failed |= !well,
            }
            continue;
        }
        // An empty line ends an entry that cannot be complete.
        let forced = line.trim().is_empty();
        pending += &line;
        pending.push('\n');
        if pending.trim().is_empty() {
            pending.clear();
        } else if forced || session::is_complete(&pending) {
            failed |= !entered(&std::mem::take(&mut pending), &mut session, common);
        }
    }
    if !pending.trim().is_empty() {
        failed |= !entered(&pending, &mut session, common);
    }
    // At a terminal, mistakes are part of the conversation.
    if failed && !terminal { DIAGNOSTICS } else { 0 }
}

enum Answer {
    Quit,
    Done(bool),
}

fn command(line: &str, session: &mut Session, common: &Common) -> Answer {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let well = match word {
        ":quit" | ":q" | ":exit" => return Answer::Quit,
        ":help" | ":h" => {
            print!("{HELP}");
            true
        }
        ":list" => {
            session.entries().for_each(|e| println!("{}", e.trim_end()));
            true
        }
        ":reset" => {
            *session = Session::default();
            true
        }
        ":type" if !rest.trim().is_empty() => match type_of(rest, session, common) {
            Ok(ty) => {
                println!("{ty}");
                true
            }
            Err(c) => {
                let _ = commands::report(&c, common);
                false
            }
        },
        ":kernel" => kernels(session, common),
        _ => {
            let all = [":type", ":kernel", ":list", ":reset", ":help", ":quit"];
            match somd_sema::scope::did_you_mean(word, all) {
                Some(near) => eprintln!("there is no `{word}`; did you mean `{near}`?"),
                None => eprintln!("there is no `{word}`; `:help` tells what there is"),
            }
            false
        }
    };
    Answer::Done(well)
}

/// Compiles a text as the session's class; the compilation where it has errors.
fn compile(text: String, common: &Common) -> Result<(Compilation, crate::driver::stages::Compiled), Box<Compilation>> {
    let common = Common { main: Some(session::CLASS.into()), ..common.clone() };
    let mut c = Compilation::of_texts(vec![("input".into(), text)], commands::settings(&common));
    match c.compile() {
        Some(program) => Ok((c, program)),
        None => Err(Box::new(c)),
    }
}

/// The type of an expression.
fn type_of(expression: &str, session: &Session, common: &Common) -> Result<String, Box<Compilation>> {
    let (_, program) = compile(session.asking(expression), common)?;
    let hir = &program.hir;
    let methods = hir.methods.iter().filter(|m| m.name == session::ASKED && hir.class(m.class).name == session::CLASS);
    let local = methods.flat_map(|m| &m.locals).find(|l| l.name == session::ASKED);
    Ok(local.map_or("void".into(), |l| somd_hir::print::ty(hir, &l.ty)))
}

fn kernels(session: &Session, common: &Common) -> bool {
    match compile(session.text(None), common) {
        Ok((c, program)) => {
            let text = emit::kernels(&c, &program);
            print!("{}", if text.is_empty() { "nothing that was entered is parallel\n" } else { &text });
            true
        }
        Err(c) => {
            let _ = commands::report(&c, common);
            false
        }
    }
}

/// Runs an entry; whether all was well. It is kept where it compiles and the program goes on behind it.
fn entered(text: &str, session: &mut Session, common: &Common) -> bool {
    let mut first = None;
    for entry in session.readings(text, &mut |e| type_of(e, session, common).ok()) {
        if let Some((name, ty)) = session.conflict(&entry) {
            eprintln!("`{name}` is {ty} here: take another name, or begin anew with `:reset`");
            return false;
        }
        let text = session.text(Some(&entry));
        let newest = session::members_of_newest(&text);
        match compile(text, common) {
            Ok((mut c, _)) => {
                leave_out_earlier(&mut c, newest);
                let _ = commands::report(&c, common);
                return run(entry, session, common);
            }
            // What is wrong is told of the first reading.
            Err(mut c) => {
                leave_out_earlier(&mut c, newest);
                first = first.or(Some(c));
            }
        }
    }
    if let Some(c) = first {
        let _ = commands::report(&c, common);
    }
    false
}

/// Leaves out the warnings about earlier entries, which were told when they were entered.
fn leave_out_earlier(c: &mut Compilation, newest: usize) {
    let base = c.sources.files().last().map_or(0, |f| f.base);
    c.diagnostics.retain(|d| d.is_error() || d.primary.span.lo < base + newest as u32);
}

fn run(entry: Entry, session: &mut Session, common: &Common) -> bool {
    let text = session.text(Some(&entry));
    let ran = tempfile::tempdir().and_then(|folder| {
        let path = folder.path().join("input.somd");
        std::fs::write(&path, text)?;
        let common = Common { main: Some(session::CLASS.into()), ..common.clone() };
        let mut command = commands::interpreter(&[path], &common)?;
        let record = folder.path().join("record");
        std::fs::write(&record, &session.record)?;
        command.arg("-Aall").arg("--replay").arg(&record);
        let ran = command.stdin(Stdio::null()).output()?;
        Ok((ran, std::fs::read(&record)?))
    });
    let (ran, record) = match ran {
        Ok(ran) => ran,
        Err(e) => {
            eprintln!("somdc: cannot run the interpreter: {e}");
            return false;
        }
    };
    // Earlier entries have printed what stands before the mark.
    let new = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.split_once(&format!("{}\n", session::MARK)).map_or(text.clone(), |(_, new)| new.to_string())
    };
    commands::print(&new(&ran.stdout));
    eprint!("{}", new(&ran.stderr));
    // One that ends the process would end it each time.
    match ran.status.code() {
        Some(code @ (0 | session::THROWN)) => {
            session.keep(entry);
            session.record = record;
            code == 0
        }
        _ => {
            eprintln!("the program ended ({}): this is not kept", ran.status);
            false
        }
    }
}
