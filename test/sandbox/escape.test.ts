import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pids, read, runs } from '../../src/sandbox/driver/tree';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
import { neighbour, type Opened, openWith, place, said } from './drivers';
import { openUpstream } from './upstream';

const CANARY = 'canary-7f3a91';

describe.each(['builtin', 'bubblewrap'] as const)('work does not leave the sandbox of %s', (driver) => {
  let opened: Opened | string;
  const sandbox = (): Opened | undefined => {
    if (typeof opened !== 'string') return opened;
    // The interpreter runs everywhere; what a machine lacks of others is said once.
    if (driver === 'builtin') throw new Error(opened);
    return undefined;
  };

  beforeAll(async () => {
    process.env.TEZGAH_CANARY = CANARY;
    opened = await openWith(driver);
    if (typeof opened === 'string') {
      console.warn(`${driver} is not tried: ${opened}`);
      return;
    }
    await opened.host.run(place, { do: 'write', path: '/workspace/own', content: Buffer.from('own') });
    await opened.host.run(neighbour, { do: 'write', path: '/workspace/secret', content: Buffer.from(CANARY) });
    await writeFile(path.join(opened.folder, 'outside'), CANARY);
  });
  afterAll(async () => {
    delete process.env.TEZGAH_CANARY;
    if (typeof opened === 'object') await opened.close();
  });

  const disk = (of: Opened): string =>
    path.join(of.folder, 'disks', place.storeId, `${place.workspaceId}-${place.epoch}`);

  test('files: nothing of the machine, of the program and of another workspace is read or written', async () => {
    const here = sandbox();
    if (!here) return;
    const targets = [
      path.join(here.folder, 'outside'),
      path.join(here.folder, 'disks', neighbour.storeId, `${neighbour.workspaceId}-1`, 'secret'),
      '../../../outside',
      '/workspace/../outside',
      '../wsp_B-1/secret',
      '/proc/self/environ',
      '/proc/1/environ',
    ];
    for (const target of targets) {
      const ended = await here.exec(
        `cat '${target}'; cat < '${target}'; source '${target}'; cp '${target}' got && cat got`,
      );
      expect(said(ended)).not.toContain(CANARY);
      await here.exec(`echo broken > '${target}'; rm -rf '${target}'`);
    }
    expect(await readFile(path.join(here.folder, 'outside'), 'utf8')).toBe(CANARY);
    const { content } = await here.host.run(neighbour, { do: 'read', path: '/workspace/secret', bytesMax: 100 });
    expect(content.toString()).toBe(CANARY);
  });

  test('links: those that lead out are followed by no command and by no call on files', async () => {
    const here = sandbox();
    if (!here) return;
    await here.exec(`ln -s '${here.folder}/outside' made; ln -s /etc/passwd passwd; ln -s / root; ln -s .. up`);
    // They are planted from outside as well: another driver may have let a command make them.
    const store = path.join(disk(here), 'store');
    await symlink(path.join(here.folder, 'outside'), path.join(store, 'planted'));
    await symlink(here.folder, path.join(store, 'planted-folder'));
    for (const name of ['made', 'planted', 'planted-folder/outside', 'root/etc/hostname', 'up/../../outside']) {
      expect(said(await here.exec(`cat ${name}; echo broken >> ${name}`))).not.toContain(CANARY);
    }
    const read = (name: string) =>
      here.host.run(place, { do: 'read', path: `/workspace/store/${name}`, bytesMax: 1_000 }).then(
        ({ content }) => content.toString(),
        (error: { fault?: string }) => error.fault,
      );
    expect(await read('planted')).toBe('path_outside');
    expect(['path_outside', 'file_not_found']).toContain(await read('planted-folder/outside'));
    const written = here.host.run(place, {
      do: 'write',
      path: '/workspace/store/planted-folder/new',
      content: Buffer.from('broken'),
    });
    await expect(written).rejects.toMatchObject({ fault: expect.stringMatching(/path_outside|not_a_folder/) });
    expect(await readdir(here.folder)).not.toContain('new');
    expect(await readFile(path.join(here.folder, 'outside'), 'utf8')).toBe(CANARY);
  });

  test('links: a write through one fails alone, and what the command says before and behind it stays', async () => {
    const here = sandbox();
    if (!here) return;
    await symlink(here.folder, path.join(disk(here), 'store', 'away'));
    await here.exec(`printf 'echo in\necho x > away/new\necho out\n' > script.sh`);
    const ended = await here.exec('echo first; echo x > away/new || echo failed; bash script.sh; echo last');
    expect(ended.stdout.toString()).toBe('first\nfailed\nin\nout\nlast\n');
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr.toString()).toContain('away');
    expect(await readdir(here.folder)).not.toContain('new');
  });

  test('links: what is read, listed or written while a command puts them in the way is of the workspace, or is refused', async () => {
    const here = sandbox();
    if (!here) return;
    await here.exec('mkdir -p race/in; echo own > race/in/passwd; mkdir -p race/gone');
    const gone = new AbortController();
    // Each name is a folder, a link to a folder of the machine, a link to itself and nothing, in turn.
    const racer = here.host.run(
      place,
      {
        do: 'exec',
        command:
          'cd race; while :; do cp -r in x; rm -rf x; ln -s /etc x; rm -f x; ln -s x x; rm -f x; mkdir -p x/passwd; rm -rf x; done',
        cwd: '/workspace/store',
        timeoutMs: 120_000,
      },
      { gone: gone.signal },
    );
    const faults = new Set<string>();
    const noting = async (work: Promise<string>): Promise<void> => {
      const answer = await work.catch((error: { fault?: string }) => `fault ${error.fault}`);
      if (answer.startsWith('fault')) faults.add(answer.slice(6));
      // Never what stands in the folder of the machine.
      else expect(answer).not.toMatch(/workspace:x:|nsswitch|hosts|group/);
    };
    const at = '/workspace/store/race/x';
    for (let round = 0; round < 25; round += 1) {
      const read = here.host.run(place, { do: 'read', path: `${at}/passwd`, bytesMax: 1_000 });
      const list = here.host.run(place, { do: 'list', path: at, most: 100 });
      await Promise.all([
        noting(read.then(({ content }) => content.toString())),
        noting(list.then(({ entries }) => entries.map(({ name }) => name).join())),
        noting(here.host.run(place, { do: 'write', path: `${at}/passwd`, content: Buffer.from('new') }).then(() => '')),
      ]);
    }
    gone.abort();
    await racer;
    const told = ['path_outside', 'file_not_found', 'not_a_file', 'not_a_folder'];
    expect([...faults].filter((fault) => !told.includes(fault))).toEqual([]);
  });

  if (driver === 'bubblewrap')
    test('settings of the machine below /usr are not seen', async () => {
      const here = sandbox();
      if (!here) return;
      for (const folder of ['/usr/etc', '/usr/local/etc', '/usr/local/var'])
        expect((await here.exec(`ls -A ${folder} 2> /dev/null`)).stdout.toString()).toBe('');
    });

  if (driver === 'builtin')
    test('a command keeps what it has printed when its time is over, and a job in the background ends itself alone', async () => {
      const here = sandbox();
      if (!here) return;
      const late = await here.exec('echo first; echo oops >&2; sleep 1000 & echo last', { timeoutMs: 2_000 });
      expect(late).toMatchObject({ exitCode: null, signal: 'SIGKILL', stoppedBy: 'time' });
      expect([late.stdout.toString(), late.stderr.toString()]).toEqual(['first\n', 'oops\n']);
      const jobs = await here.exec('x=1; { x=2; echo job; exit 4; } & cd / & wait; echo "$x $PWD"; false & true');
      expect([said(jobs), jobs.exitCode]).toEqual(['job\n1 /workspace/store\n', 0]);
      expect(said(await here.exec('# nothing'))).toBe('');
      expect(said(await here.exec('exec 2>&1; echo a >&2; set -- b c; echo $2'))).toBe('a\nc\n');
    });

  if (driver === 'builtin')
    test('the way out: a guest of the program is told that no other address is reached, and looks for no log-in of the machine', async () => {
      const here = sandbox();
      if (!here) return;
      const ended = await here.exec('tezgah --url http://127.0.0.1:9 tokens whoami');
      expect(said(ended)).toContain('reaches its own store alone');
      expect(said(ended)).not.toMatch(/sessions\.json|\n\s+at /);
      expect(ended.exitCode).toBe(2);
    });

  test('archives: a hostile one unpacks nothing outside', async () => {
    const here = sandbox();
    if (!here) return;
    await here.exec(
      `mkdir -p evil && echo broken > evil/x && tar -cPf evil.tar --transform='s|evil/x|../../../outside|' evil/x; tar -xPf evil.tar; tar -xf evil.tar`,
    );
    expect(await readFile(path.join(here.folder, 'outside'), 'utf8')).toBe(CANARY);
  });

  test('environment and descriptors: nothing of the program is inherited', async () => {
    const here = sandbox();
    if (!here) return;
    const ended = await here.exec('env; set; cat /proc/*/environ 2>/dev/null; ls /proc/self/fd 2>/dev/null');
    expect(said(ended)).not.toMatch(new RegExp(`${CANARY}|DATABASE_URL|TEZGAH_|SECRET_KEY`));
  });

  test('network: no address answers, this machine included', async () => {
    const here = sandbox();
    if (!here) return;
    let met = 0;
    const server = createServer((socket) => {
      met += 1;
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await here.exec(
      `curl -m 2 http://127.0.0.1:${port}; wget -T 2 http://127.0.0.1:${port}; (echo > /dev/tcp/127.0.0.1/${port}); node -e "require('net').connect(${port}, '127.0.0.1').on('error', () => {})"`,
    );
    server.close();
    expect(met).toBe(0);
  });

  test('the way out: it leads to the API of the command, with a credential that nothing inside has', async () => {
    const here = sandbox();
    if (!here) return;
    const { way, met, close } = await openUpstream();
    const ended = await here.exec(
      `tezgah tokens whoami --token tzg_dev_stolen; env; set; cat /proc/*/environ /proc/*/cmdline 2>/dev/null; grep -rs "tzg_[b]ox" /workspace /tmp /run /etc /opt/tezgah/bin`,
      { way },
    );
    expect(met.length).toBeGreaterThan(0);
    for (const { headers } of met) expect(headers.authorization).toBe(`Bearer ${way.pass}`);
    expect(said(ended)).not.toContain(way.pass);
    expect(said(ended)).not.toContain(way.socket);
    expect(await readdir(path.join(here.folder, 'doors')).catch(() => [])).toEqual([]);
    // A command without one reaches nothing.
    const before = met.length;
    expect((await here.exec('TEZGAH_RETRY_SECONDS=0 tezgah tokens whoami')).exitCode).not.toBe(0);
    expect(met).toHaveLength(before);
    await close();
  });

  test('the way out of another workspace is not reached, nor the socket of the API itself', async () => {
    const here = sandbox();
    if (!here) return;
    const [mine, theirs] = [await openUpstream(), await openUpstream()];
    const gone = new AbortController();
    const work = { do: 'exec', command: 'sleep 1000', cwd: '/workspace', timeoutMs: 60_000, way: theirs.way } as const;
    const beside = here.host.run(neighbour, work, { gone: gone.signal });
    const doors = path.join(here.folder, 'doors');
    const names =
      driver === 'builtin' ? [] : await eventually(async () => (await readdir(doors).catch(() => [])).filter(Boolean));
    const sockets = [theirs.way.socket, mine.way.socket, ...names.map((name) => path.join(doors, name, 'api.sock'))];
    for (const socket of sockets)
      await here.exec(
        `curl -m 2 --unix-socket ${socket} http://x/v1/meta; ln -s ${socket} sock; TEZGAH_RETRY_SECONDS=0 TEZGAH_URL=unix:${socket} tezgah tokens whoami; TEZGAH_RETRY_SECONDS=0 tezgah tokens whoami --url unix:sock; rm -f sock`,
      );
    expect([...mine.met, ...theirs.met]).toEqual([]);
    gone.abort();
    await beside;
    await Promise.all([mine.close(), theirs.close()]);
  });

  test('processes: no other one is seen or reached', async () => {
    const here = sandbox();
    if (!here) return;
    const ended = await here.exec(
      `kill -9 ${process.pid}; kill -0 ${process.pid} && echo reached; ls /proc | grep -x ${process.pid}`,
    );
    expect(ended.stdout.toString()).toBe('');
  });

  test('one workspace has no files of another, and files of its own stay', async () => {
    const here = sandbox();
    if (!here) return;
    const ended = await here.exec('ls /workspace; cat /workspace/own');
    expect(ended.stdout.toString()).toContain('own');
    expect(ended.stdout.toString()).not.toContain('secret');
  });

  test('the folder that a work runs in is named by identifiers alone', async () => {
    const here = sandbox();
    if (!here) return;
    const evil = { storeId: '..', workspaceId: 'wsp_A', epoch: 1 };
    await expect(here.host.run(evil, { do: 'list', path: '/workspace', most: 1 })).rejects.toThrow('identifiers');
  });

  if (driver === 'bubblewrap')
    test('the kernel: no rights, and no call that leads to more', async () => {
      const here = sandbox();
      if (!here) return;
      const status = await here.exec('grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/self/status; id -u');
      expect(status.stdout.toString()).toMatch(/CapEff:\s0+\nNoNewPrivs:\s1\nSeccomp:\s2\n/);
      expect(status.stdout.toString()).not.toMatch(/^0$/m);
      for (const refused of [
        'unshare --user true',
        'unshare --mount true',
        'mount -t tmpfs none /tmp',
        'mknod node b 254 0',
        'chroot / true',
        'echo x > /usr/x',
        'echo x > /etc/x',
        'echo x > /x',
        'dmesg',
      ])
        expect((await here.exec(refused)).exitCode).not.toBe(0);
    });

  if (driver === 'bubblewrap')
    test('the first process, into which a command can write, is limited as all others are', async () => {
      const here = sandbox();
      if (!here) return;
      const { stdout } = await here.exec(
        'for pid in 1 self; do grep -E "^Max (processes|open files|file size|data size|core file size) " /proc/$pid/limits; done',
      );
      const lines = stdout.toString().split('\n').filter(Boolean);
      expect(lines).toHaveLength(10);
      expect(lines.slice(0, 5)).toEqual(lines.slice(5));
      expect(stdout.toString()).not.toContain('unlimited');
    });

  test('floods of output are bounded: head and tail stay, and what is left out is counted', async () => {
    const here = sandbox();
    if (!here) return;
    const ended = await here.exec('echo first; seq 1 200000; echo last');
    const text = ended.stdout.toString();
    expect(text.startsWith('first\n1\n')).toBe(true);
    expect(text.endsWith('200000\nlast\n')).toBe(true);
    expect(ended.stdout.length).toBeLessThanOrEqual(256 * 1024);
    const whole =
      'first\nlast\n'.length + Array.from({ length: 200_000 }, (_, i) => `${i + 1}\n`.length).reduce((a, b) => a + b);
    expect(ended.stdout.length + (ended.stdoutCut?.bytes ?? 0)).toBe(whole);
    const { at = 0 } = ended.stdoutCut ?? {};
    expect('first\n1\n2\n').toBe(text.slice(0, 10));
    // What is kept is what was written, and nothing between.
    expect(text.slice(0, at)).toMatch(/^first\n(\d+\n)*\d*$/);
    expect(text.slice(at)).toMatch(/^\d*\n(\d+\n)*last\n$/);
    expect(ended.stderrCut).toBeNull();
    expect(ended.exitCode).toBe(0);
  });

  test('output of exactly 256 KB arrives whole', async () => {
    const here = sandbox();
    if (!here) return;
    const ended = await here.exec(`printf '%0${256 * 1024}d' 0`);
    expect(ended.stdout.length).toBe(256 * 1024);
    expect(ended.stdoutCut).toBeNull();
  });

  test('a command that does not end is ended, with all that it has started', async () => {
    const here = sandbox();
    if (!here) return;
    const ended = await here.exec(`(setsid sh -c 'trap "" TERM; exec sleep 1000' &); trap '' TERM; sleep 1000`, {
      timeoutMs: 1_500,
    });
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGKILL', stoppedBy: 'time' });
    expect(ended.durationMs).toBeLessThan(10_000);
    expect(await below(here.folder)).toEqual([]);
  });

  test('a command leaves the processor to the shop', async () => {
    const here = sandbox();
    if (!here) return;
    // A process that a busy machine lets start another one first gives way alone: the next command is looked at then.
    await eventually(async () => {
      const command = here.exec('sleep 1');
      await eventually(async () => nicenessBelow(here.folder).length > 0);
      const niceness = new Set(nicenessBelow(here.folder));
      await command;
      return niceness.size === 1 && niceness.has(String(os.constants.priority.PRIORITY_BELOW_NORMAL));
    });
  });

  test('a loop that never waits is ended as well', async () => {
    const here = sandbox();
    if (!here) return;
    expect(await here.exec('while true; do :; done', { timeoutMs: 1_500 })).toMatchObject({ stoppedBy: 'time' });
  });

  test('a fork bomb and a hog of memory end within their bounds, and the machine goes on', async () => {
    const here = sandbox();
    if (!here) return;
    await here.exec('bomb() { bomb | bomb & }; bomb; sleep 2', { timeoutMs: 5_000 });
    expect(await below(here.folder)).toEqual([]);
    await here.exec('x=aaaaaaaaaaaaaaaa; while true; do x="$x$x"; done', { timeoutMs: 15_000 });
    expect(await below(here.folder)).toEqual([]);
    expect((await here.exec('echo well')).stdout.toString()).toBe('well\n');
  });

  if (driver === 'bubblewrap')
    slowTest('processes that threads have started count as memory of their command', async () => {
      const here = sandbox();
      if (!here) return;
      // A buffer that nobody names is freed soon after it was made.
      const hog = 'globalThis.held = Buffer.alloc(220 * 1024 * 1024, 1); setTimeout(() => {}, 120_000)';
      const start = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(hog)}])`;
      const program = `
        const { Worker } = require('worker_threads');
        for (let hogs = 0; hogs < 3; hogs += 1) new Worker(${JSON.stringify(start)}, { eval: true });`;
      await here.host.run(place, { do: 'write', path: '/workspace/hogs.js', content: Buffer.from(program) });
      // A busy machine takes its time to start four programs.
      const ended = await here.exec('/opt/tezgah/node /workspace/hogs.js', { timeoutMs: 120_000 });
      expect(ended).toMatchObject({ stoppedBy: 'memory' });
    });

  if (driver === 'bubblewrap')
    test('a process whose first thread has ended counts as memory of its command', async () => {
      const here = sandbox();
      if (!here) return;
      // Exit of one thread, by the number that this machine gives it.
      const exit = process.arch === 'arm64' ? 93 : 60;
      const hog = `use threads; threads->create(sub { my $x = "a"; $x x= 320 * 1024 * 1024; sleep 60 }); select(undef, undef, undef, 0.1); syscall(${exit}, 0)`;
      if ((await here.exec("perl -e 'use threads'")).exitCode !== 0) {
        console.warn('a process whose first thread has ended is not tried: this machine has no perl with threads');
        return;
      }
      const ended = await here.exec(`for i in 1 2; do perl -e '${hog}' & done; wait`, { timeoutMs: 20_000 });
      expect(ended).toMatchObject({ stoppedBy: 'memory' });
    });

  test('the work ends with whoever asked for it', async () => {
    const here = sandbox();
    if (!here) return;
    const gone = new AbortController();
    const work = { do: 'exec', command: 'sleep 1000', cwd: '/workspace', timeoutMs: 600_000 } as const;
    const ended = here.host.run(place, work, { gone: gone.signal });
    setTimeout(() => gone.abort(), 500);
    expect(await ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    expect(await below(here.folder)).toEqual([]);
  });

  test('work that is called off before it starts does not start', async () => {
    const here = sandbox();
    if (!here) return;
    const gone = new AbortController();
    gone.abort();
    const work = { do: 'exec', command: 'sleep 1000', cwd: '/workspace', timeoutMs: 600_000 } as const;
    const unavailable = { fault: 'sandbox_unavailable' };
    await expect(here.host.run(place, work, { gone: gone.signal })).rejects.toMatchObject(unavailable);
    await expect(here.host.run(place, work, { beginsBy: Date.now() - 1 })).rejects.toMatchObject(unavailable);
    expect(await below(here.folder)).toEqual([]);
  });

  test('eight commands of a workspace run at once, and a ninth is refused', async () => {
    const here = sandbox();
    if (!here) return;
    await mkdir(path.join(here.folder, 'nothing'), { recursive: true });
    const gone = new AbortController();
    const work = { do: 'exec', command: 'sleep 1000', cwd: '/workspace', timeoutMs: 600_000 } as const;
    const eight = Array.from({ length: 8 }, () => here.host.run(place, work, { gone: gone.signal }));
    await expect(here.host.run(place, work)).rejects.toMatchObject({ fault: 'too_many_execs' });
    gone.abort();
    await Promise.allSettled(eight);
    expect((await here.exec('echo free')).stdout.toString()).toBe('free\n');
  });

  test('a workspace that a command has closed to itself opens again', async () => {
    const here = sandbox();
    if (!here) return;
    await here.exec('chmod 0 /workspace');
    expect((await here.exec('echo again')).stdout.toString()).toBe('again\n');
    await here.exec('chmod 0 /workspace');
    await here.host.run(place, { do: 'write', path: '/workspace/opened', content: Buffer.from('x') });
  });

  if (driver === 'bubblewrap')
    test('a command for which the program has no descriptors left is refused, and the program goes on', async () => {
      const here = sandbox();
      if (!here) return;
      execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=2048:']);
      const held: number[] = [];
      try {
        for (;;) held.push(openSync('/dev/null', 'r'));
      } catch {
        for (const descriptor of held.splice(-8)) closeSync(descriptor);
      }
      const refused = await here.exec('true').catch((error: { fault?: string }) => error.fault);
      for (const descriptor of held) closeSync(descriptor);
      expect(refused).toBe('sandbox_unavailable');
      expect((await here.exec('true')).exitCode).toBe(0);
    });

  test('a full workspace takes no write and a few short commands that make room, until it has some', async () => {
    const here = sandbox();
    if (!here) return;
    const big = path.join(disk(here), 'big');
    const write = () => here.host.run(place, { do: 'write', path: '/workspace/more', content: Buffer.from('x') });
    const fill = () => execFileSync('fallocate', ['-l', String(1_100 * 1024 * 1024), big]);
    fill();
    await here.exec('true');
    await expect(write()).rejects.toMatchObject({ fault: 'sandbox_full' });
    if (driver === 'bubblewrap') expect((await here.exec('head -c 1000 /dev/zero > grown')).exitCode).not.toBe(0);
    await here.exec('rm /workspace/big');
    await write();
    fill();
    // The sandbox counts the disk behind each answer: one command or two may come before it knows.
    let commands = 0;
    const refused = async (): Promise<unknown> => {
      for (; commands < 20; commands += 1) {
        const fault = await here.exec('true').then(
          () => undefined,
          (error: unknown) => error,
        );
        if (fault) return fault;
      }
      return undefined;
    };
    expect(await refused()).toMatchObject({ fault: 'sandbox_full' });
    expect([5, 6, 7]).toContain(commands);
    await rm(big);
  });
});

/** The niceness of each process that works in a folder. */
function nicenessBelow(folder: string): string[] {
  return pids().flatMap((pid) => {
    if (!read(`/proc/${pid}/cmdline`).includes(folder)) return [];
    const stat = read(`/proc/${pid}/stat`);
    // Behind the name, which may have blanks, stands the state as field 3 of proc(5).
    const [niceness] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(16);
    return niceness ?? [];
  });
}

/** Processes of this machine that run in a sandbox of the folder, warm interpreters apart. */
async function below(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    if (runs(Number(pid)) && line.includes('bwrap') && line.includes(folder)) found.push(line.slice(0, 80));
    if (/sleep 1000/.test(line) && runs(Number(pid)) && !line.includes('jest')) found.push(line);
  }
  return found;
}
