//! The book and the README: every page is in the table of contents, every link and anchor leads somewhere, every program compiles and prints what
//! the page says, and the generated pages are what would be generated now.

#[path = "book/blocks.rs"]
mod blocks;
#[path = "book/generated.rs"]
mod generated;
#[path = "book/grammar.rs"]
mod grammar;
#[path = "book/index.rs"]
mod index;
#[path = "book/pages.rs"]
mod pages;
#[path = "book/programs.rs"]
mod programs;
