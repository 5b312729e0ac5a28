//! How fast answers are written and rows are found, each beside its limit: copying the same bytes, or comparing the same
//! keys with nothing to find. Every limit runs in the same process, over the same data, in the same order.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skills_runtime::{Answer, Catalog, Era, File, Frame, Policy, Query, embed_skills};

static REAL: Catalog = embed_skills!("$SKILLS_BENCH_CORPORA/real", allow(untracked_directory));
static MANY: Catalog = embed_skills!("$SKILLS_BENCH_CORPORA/10000", allow(untracked_directory));

/// The frame with the most around an answer.
const FRAME: Frame<'_> =
    Frame { era: Era::Modern, server_info: Some(r#"{"name":"bench","version":"1.0.0"}"#) };

criterion_group!(benches, listings, entries, contents, lookups);
criterion_main!(benches);

/// Every page of `skills/list`.
fn listings(criterion: &mut Criterion) {
    for (name, catalog) in [("list-17", &REAL), ("list-10000", &MANY)] {
        let pages = pages(catalog);
        writing(criterion, name, &pages, 0..pages.len());
    }
}

/// `skills/get` of every skill, in a random order.
fn entries(criterion: &mut Criterion) {
    for (name, catalog) in [("get-17", &REAL), ("get-10000", &MANY)] {
        let answers: Vec<Answer<'static>> =
            catalog.skills().map(|skill| ask(catalog, Query::GetSkill { uri: skill.uri() })).collect();
        writing(criterion, name, &answers, shuffled(0..answers.len()));
    }
}

/// `resources/read` of every file of a kind. Throughput is counted in bytes of files, not of answers.
fn contents(criterion: &mut Criterion) {
    for (name, extension) in
        [("text-md", ".md"), ("text-xsd", ".xsd"), ("text-py", ".py"), ("base64-ttf", ".ttf")]
    {
        let files: Vec<File> = REAL.files().filter(|file| file.name().ends_with(extension)).collect();
        let answers: Vec<Answer<'static>> =
            files.iter().map(|file| ask(&REAL, Query::ReadResource { uri: file.uri() })).collect();
        let mut buffer = touched(answers.iter().map(Answer::len_hint).max().unwrap_or_default());
        let mut copy = touched_bytes(files.iter().map(|file| file.bytes().len()).max().unwrap_or_default());
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(files.iter().map(|file| file.size()).sum()));
        group.bench_function("ours", |bencher| bencher.iter(|| write_each(&answers, &mut buffer)));
        group.bench_function("limit", |bencher| {
            bencher.iter(|| {
                for file in &files {
                    copy.clear();
                    copy.extend_from_slice(black_box(file.bytes()));
                    black_box(&copy);
                }
            });
        });
        group.finish();
    }
}

/// The file at each of 30,000 URIs, in a random order.
fn lookups(criterion: &mut Criterion) {
    let files = shuffled(MANY.files());
    let keys: Vec<String> = files.iter().map(|file| file.uri().to_owned()).collect();
    let map: HashMap<&str, File> = MANY.files().map(|file| (file.uri(), file)).collect();
    let mut group = criterion.benchmark_group("lookup-30000");
    group.throughput(Throughput::Elements(keys.len() as u64));
    let count = |found: &dyn Fn(usize, &str) -> bool| {
        let found = keys.iter().enumerate().filter(|(at, key)| found(*at, black_box(key))).count();
        assert_eq!(found, keys.len());
    };
    group.bench_function("ours", |bencher| {
        bencher.iter(|| count(&|_, key| MANY.get_file(key).is_some()));
    });
    group.bench_function("limit", |bencher| {
        // The row is known, and only has to be confirmed.
        bencher.iter(|| count(&|at, key| files.get(at).is_some_and(|file| file.uri() == key)));
    });
    group.bench_function("hashmap", |bencher| {
        bencher.iter(|| count(&|_, key| map.contains_key(key)));
    });
    group.finish();
}

/// Writing the answers in some order, and copying what they came to, which lies in memory as the catalog does, in the same
/// order into the same kind of buffer.
fn writing(
    criterion: &mut Criterion,
    name: &str,
    answers: &[Answer<'_>],
    order: impl IntoIterator<Item = usize>,
) {
    let written: Vec<String> = answers.iter().map(write).collect();
    let order: Vec<usize> = order.into_iter().collect();
    let answers: Vec<Answer<'_>> = order.iter().map(|at| answers[*at]).collect();
    let written: Vec<&str> = order.iter().map(|at| written[*at].as_str()).collect();
    let mut buffer = touched(answers.iter().map(|answer| answer.len_hint() + 200).max().unwrap_or_default());
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(written.iter().map(|text| text.len() as u64).sum()));
    group.bench_function("ours", |bencher| bencher.iter(|| write_each(&answers, &mut buffer)));
    group.bench_function("limit", |bencher| {
        bencher.iter(|| {
            for text in &written {
                buffer.clear();
                buffer.push_str(black_box(text));
                black_box(&buffer);
            }
        });
    });
    group.finish();
}

fn write_each(answers: &[Answer<'_>], buffer: &mut String) {
    for answer in answers {
        buffer.clear();
        black_box(answer).write(&FRAME, buffer).expect("a string takes everything");
        black_box(&buffer);
    }
}

fn write(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    answer.write(&FRAME, &mut text).expect("a string takes everything");
    text
}

fn pages(catalog: &'static Catalog) -> Vec<Answer<'static>> {
    let mut pages = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = ask(catalog, Query::ListSkills { cursor: cursor.as_deref() });
        pages.push(page);
        let text = write(&page);
        match text.rsplit_once(r#""nextCursor":""#).and_then(|(_, rest)| rest.split('"').next()) {
            Some(next) => cursor = Some(next.to_owned()),
            None => return pages,
        }
    }
}

fn ask(catalog: &'static Catalog, query: Query<'_>) -> Answer<'static> {
    catalog.answer(query, &Policy::new()).expect("it is served")
}

/// A buffer of that capacity, every page of which has been written to.
fn touched(capacity: usize) -> String {
    let mut buffer = "x".repeat(capacity);
    buffer.clear();
    buffer
}

fn touched_bytes(capacity: usize) -> Vec<u8> {
    let mut buffer = vec![1; capacity];
    buffer.clear();
    buffer
}

/// The items in an order that looks random and is the same each time.
fn shuffled<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    let mut state: u64 = 2640;
    for last in (1..items.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(last, (state >> 33) as usize % (last + 1));
    }
    items
}
