//! What can go wrong with a pipe: nobody reads, somebody stops in the middle, and input of every size and kind. Not HTTP.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::Process;
use crate::table::Table;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const READ: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"skill://big/long.txt"}}"#;
/// MiB that a server over pipes may take, whatever is sent: the longest message, twice, and what a process has anyway.
const MEMORY: f64 = 12.0;

pub(crate) fn measure(table: &mut Table) {
    a_reader_that_stops(table);
    a_writer_that_stops(table);
    a_line_of_one_gigabyte(table);
    bytes_that_are_no_text(table);
    many_messages_at_once(table);
}

fn a_reader_that_stops(table: &mut Table) {
    let (mut server, mut input, output) = Process::stdio();
    send(&mut input, format!("{READ}\n").repeat(50).as_bytes());
    let highest = watch(&server, Duration::from_secs(2));
    table.at_most("nobody reads 50 answers of 90 MB: memory, MiB", highest, MEMORY);
    drop(output);
    table.equals("the reader leaves: exit", exit(&mut server), Some(0));

    let (mut server, mut input, mut output) = Process::stdio();
    send(&mut input, format!("{READ}\n{PING}\n").as_bytes());
    thread::sleep(Duration::from_millis(500));
    let mut long = Vec::new();
    output.read_until(b'\n', &mut long).expect("an answer");
    let sound = long.starts_with(br#"{"jsonrpc":"2.0","id":1,"result":"#) && long.ends_with(b"}]}}\n");
    table.equals("a late reader gets its 90 MB", (sound, long.len() > 90_000_000), (true, true));
    table.equals("and what comes after them", line(&mut output), PONG.to_owned());
    drop(input);
    table.equals("the end of input: exit", exit(&mut server), Some(0));
}

fn a_writer_that_stops(table: &mut Table) {
    let (mut server, mut input, mut output) = Process::stdio();
    send(&mut input, format!("{PING}\n{}", &PING[..20]).as_bytes());
    drop(input);
    table.equals("half a message at the end: the one before", line(&mut output), PONG.to_owned());
    let refused = line(&mut output);
    table.equals("half a message at the end: refused", refused.contains("-32700"), true);
    table.equals("half a message at the end: exit", exit(&mut server), Some(0));
}

fn a_line_of_one_gigabyte(table: &mut Table) {
    let (mut server, mut input, mut output) = Process::stdio();
    let writer = thread::spawn(move || {
        let megabyte = vec![b'x'; 1 << 20];
        for _ in 0..1024 {
            send(&mut input, &megabyte);
        }
        send(&mut input, format!("\n{PING}\n").as_bytes());
        input
    });
    let mut highest = 0.0_f64;
    while !writer.is_finished() {
        highest = highest.max(watch(&server, Duration::from_millis(50)));
    }
    let input = writer.join().expect("the writer");
    table.at_most("a line of 1 GiB: memory, MiB", highest, MEMORY);
    table.equals("a line of 1 GiB: refused once", line(&mut output).contains("-32600"), true);
    table.equals("a line of 1 GiB: the next one", line(&mut output), PONG.to_owned());
    drop(input);
    table.equals("a line of 1 GiB: exit", exit(&mut server), Some(0));
}

fn bytes_that_are_no_text(table: &mut Table) {
    let (mut server, mut input, mut output) = Process::stdio();
    send(&mut input, b"\xff\xfe\0{\n");
    send(&mut input, b"{\"jsonrpc\":\"2.0\",\"id\":\"\xc3\x28\",\"method\":\"ping\"}\n");
    send(&mut input, format!("\u{feff}{PING}\n{PING}\n").as_bytes());
    for what in ["bytes of no encoding", "an id of no encoding", "a byte order mark"] {
        table.equals(&format!("{what}: refused"), line(&mut output).contains("-32700"), true);
    }
    table.equals("and the next one", line(&mut output), PONG.to_owned());
    drop(input);
    table.equals("bytes of no encoding: exit", exit(&mut server), Some(0));
}

fn many_messages_at_once(table: &mut Table) {
    const COUNT: usize = 100_000;
    let (mut server, mut input, output) = Process::stdio();
    let messages: String =
        (0..COUNT).map(|id| format!("{}\n", PING.replace(":1,", &format!(":{id},")))).collect();
    let writer = thread::spawn(move || send(&mut input, messages.as_bytes()));
    let mut right = 0;
    for (id, answer) in output.lines().take(COUNT).enumerate() {
        right += usize::from(answer.is_ok_and(|answer| answer == PONG.replace(":1,", &format!(":{id},"))));
    }
    writer.join().expect("the writer");
    table.equals("100,000 messages at once: answered in order", right, COUNT);
    table.equals("100,000 messages at once: exit", exit(&mut server), Some(0));
}

fn send(input: &mut ChildStdin, bytes: &[u8]) {
    input.write_all(bytes).expect("the server reads");
}

fn line(output: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    output.read_line(&mut line).expect("the server writes");
    line.trim_end().to_owned()
}

/// The most memory in that time.
fn watch(server: &Process, time: Duration) -> f64 {
    let (start, mut highest) = (Instant::now(), 0.0_f64);
    while start.elapsed() < time {
        highest = highest.max(server.memory());
        thread::sleep(Duration::from_millis(10));
    }
    highest
}

/// The exit code, if there is one within ten seconds.
fn exit(server: &mut Process) -> Option<i32> {
    for _ in 0..1000 {
        if let Ok(Some(status)) = server.child.try_wait() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    None
}
