//! Folders as file descriptors: each step names one entry of an open folder, so nothing that is swapped for a link
//! meanwhile leads elsewhere. Not for Windows (`path`).

use alloc::vec::Vec;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode as Bits, OFlags};
use rustix::io::Errno;

use super::{Entry, Folder, Kind, Mode};

/// What a name in a folder is opened with. A pipe that takes the place of a file must not keep us waiting.
const ENTRY: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK);
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// The umask takes away what the user does not want.
const FILE_BITS: Bits = Bits::from_raw_mode(0o666);
const ALL_BITS: Bits = Bits::from_raw_mode(0o777);

pub(in crate::install) struct Descriptor(OwnedFd);

impl Folder for Descriptor {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::openat(CWD, path, FOLDER, Bits::empty())?))
    }

    fn again(&self) -> io::Result<Self> {
        Ok(Self(self.0.try_clone()?))
    }

    fn folder(&self, name: &OsStr) -> io::Result<Self> {
        Ok(Self(rustix::fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Bits::empty())?))
    }

    fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        let stat = match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => return Ok(None),
            stat => stat?,
        };
        let kind = match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            _ => Kind::Special,
        };
        #[allow(
            clippy::unnecessary_cast,
            clippy::cast_sign_loss,
            clippy::cast_lossless,
            reason = "systems disagree about the types; only equality matters"
        )]
        let identity = Some((stat.st_dev as u64, stat.st_ino as u64));
        Ok(Some(Entry { kind, identity }))
    }

    fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push(OsString::from(OsStr::from_bytes(name)));
            }
        }
        Ok(names)
    }

    fn read(&self, name: &OsStr) -> io::Result<fs::File> {
        let file = fs::File::from(rustix::fs::openat(&self.0, name, ENTRY, Bits::empty())?);
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
    }

    fn open_lock(&self, name: &OsStr) -> io::Result<fs::File> {
        let create = ENTRY | OFlags::RDWR | OFlags::CREATE;
        match rustix::fs::openat(&self.0, name, create, FILE_BITS) {
            // Where nothing can be written, nothing has to be: the lock of a reader will do.
            Err(Errno::ACCESS | Errno::PERM | Errno::ROFS) => self.read(name),
            opened => Ok(opened?.into()),
        }
    }

    fn write(&self, name: &OsStr, bytes: &[u8], mode: Mode) -> io::Result<()> {
        let flags = ENTRY | OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let bits = match mode {
            Mode::Data => FILE_BITS,
            Mode::Executable => ALL_BITS,
        };
        let mut file = fs::File::from(rustix::fs::openat(&self.0, name, flags, bits)?);
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn create_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, name, ALL_BITS)?)
    }

    fn link(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.0, name, &to.0, to_name, AtFlags::empty())?)
    }

    fn rename(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        match rustix::fs::renameat_with(&self.0, name, &to.0, to_name, rustix::fs::RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
        if to.entry(to_name)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.replace(name, to, to_name)
    }

    fn replace(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &to.0, to_name)?)
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    fn exchange(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        match rustix::fs::renameat_with(&self.0, name, &to.0, to_name, rustix::fs::RenameFlags::EXCHANGE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Err(io::ErrorKind::Unsupported.into()),
            exchanged => Ok(exchanged?),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    fn exchange(&self, _: &OsStr, _: &Self, _: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    fn sync(&self) -> io::Result<()> {
        match rustix::fs::fsync(&self.0) {
            // Some file systems cannot sync a folder, and lose nothing by it.
            Err(Errno::INVAL) => Ok(()),
            synced => Ok(synced?),
        }
    }
}
