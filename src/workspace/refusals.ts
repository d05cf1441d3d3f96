import type { Refusals } from '../kernel/meaning';

export const refusals = {
  path_outside: {
    status: 422,
    title: 'The path leads out of the workspace.',
    turkish: 'Yol çalışma alanının dışına çıkıyor.',
    cause: 'The path is not below `/workspace`, has a `..`, or a link of it leads elsewhere.',
    remedy: 'Name a path below `/workspace`, without `..` and through no such link.',
  },
  cwd_not_found: {
    status: 422,
    title: 'The folder to run in does not exist.',
    turkish: 'Komutun çalışacağı klasör yok.',
    cause: '`cwd` names no folder of the workspace. The command did not begin.',
    remedy: 'Make the folder first, or leave `cwd` out.',
  },
  not_a_file: {
    status: 422,
    title: 'The path is no file.',
    turkish: 'Yol bir dosya değil.',
    cause: 'The path names a folder, or a thing that is not read and written as a file.',
    remedy: 'List the folder, and name a file in it.',
  },
  not_a_folder: {
    status: 422,
    title: 'The path is no folder.',
    turkish: 'Yol bir klasör değil.',
    cause: 'The path, or what stands before its last part, names a file.',
    remedy: 'Name a folder, or move the file out of the way.',
  },
  sandbox_full: {
    status: 422,
    title: 'The workspace is full.',
    turkish: 'Çalışma alanı dolu.',
    cause: 'The files of the workspace have reached their bound, or the machine has no room left.',
    remedy: 'Delete files by a command that takes at most ten seconds; five of them are taken in ten minutes.',
  },
  too_many_execs: {
    status: 429,
    title: 'Too many commands run at once.',
    turkish: 'Aynı anda çok fazla komut çalışıyor.',
    cause: 'The workspace, or the machine, runs as many commands as it may.',
    remedy: 'Wait until one has ended. The command did not begin.',
  },
  exec_running: {
    status: 409,
    title: 'The command of this key still runs.',
    turkish: 'Bu anahtarın komutu hâlâ çalışıyor.',
    cause: 'The same call came before, and its command has not ended.',
    remedy: 'Call again with the same key after a while: it answers how the command ended.',
  },
  workspace_busy: {
    status: 409,
    title: 'Something else works on the files right now.',
    turkish: 'Dosyalar üzerinde şu anda başka bir iş sürüyor.',
    cause:
      'A command runs or a file is written while a backup is asked for, or a backup takes longer than work waits for it.',
    remedy: 'Wait until the command has ended, and call again.',
  },
  archive_failed: {
    status: 422,
    title: 'The files could not be backed up, or the backup could not be restored.',
    turkish: 'Dosyalar yedeklenemedi ya da yedek geri yüklenemedi.',
    cause: 'A file could not be read, or the bytes of the backup are not those that were kept. The detail says which.',
    remedy: 'Delete the file that cannot be read. Of a backup that is damaged, refresh the workspace: it begins empty.',
  },
  workspace_starting: {
    status: 503,
    title: 'The workspace is not ready yet.',
    turkish: 'Çalışma alanı henüz hazır değil.',
    cause:
      'Its files are being restored, backed up or removed, or nobody does that right now. Nothing of the call began.',
    remedy: 'Wait for the seconds of `Retry-After` and call again.',
  },
  exec_lost: {
    status: 502,
    title: 'Nobody knows how the command ended.',
    turkish: 'Komutun nasıl bittiği bilinmiyor.',
    cause:
      'The command began, and the program that ran it ended before it told, or it was ended with its token or with a caller who gave no key. Its processes ended as well.',
    remedy: 'Look at the files of the workspace before you run it again, with a new key.',
  },
  sandbox_unavailable: {
    status: 503,
    title: 'There is no sandbox right now.',
    turkish: 'Şu anda çalışma ortamı yok.',
    cause: 'The program `sandbox` does not answer, or no driver works on its machine. Nothing began.',
    remedy: 'Wait for the seconds of `Retry-After`. `GET /v1/health` tells the driver and what is missing.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
