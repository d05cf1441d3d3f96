// tier: all
import { openSite, type Site } from '../surfaces/site';
import { Tezgah } from './tezgah';

describe('tezgah workspaces exec', () => {
  let site: Site;
  let tezgah: Tezgah;
  let ws: string;
  beforeAll(async () => {
    site = await openSite();
    const { body } = await site.call('POST', '/v1/workspaces', {
      session: await site.session(),
      body: { name: 'Komut satırı' },
    });
    ws = body.workspace.id;
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: body.token });
  });
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });
  const exec = (...words: readonly string[]) => tezgah.run(['workspaces', 'exec', ws, ...words]);

  test('passes on what the command says, stream by stream, and how it ended', async () => {
    expect(await exec('--', 'printf "çıktı\\n"; printf hata >&2; exit 7')).toMatchObject({
      code: 7,
      stdout: 'çıktı\n',
      stderr: 'hata',
    });
    expect(await exec('--', 'true')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('bytes that are no text are passed on as they are, and a cut is told beside them', async () => {
    const whole = { exitCode: 0, signal: null, stoppedBy: null, stdoutCut: null, stderrCut: null, durationMs: 1 };
    const ended = { ...whole, stdout: Buffer.from([0x61, 0xfe, 10]), stderr: Buffer.alloc(0) };
    const ran = jest.spyOn(site.world.platform.services.sandbox, 'run').mockResolvedValueOnce(ended as never);
    const { bytes, stderr } = await exec('--', 'cat eski');
    ran.mockRestore();
    expect([[...bytes], stderr]).toEqual([[0x61, 0xfe, 10], '']);
    const cut = await exec('--', 'seq 1 100000');
    expect(cut.stdout.startsWith('1\n2\n')).toBe(true);
    expect(cut.stdout.endsWith('\n100000\n')).toBe(true);
    const [, dropped] = /^(\d+) bytes of stdout are left out/m.exec(cut.stderr) ?? [];
    expect(cut.bytes.length + Number(dropped)).toBe(588_895);
  });

  test('several words are a program and its arguments as they were typed', async () => {
    const words = ['printf', '%s|', 'a b', "it's", '$HOME', '*', '', '--json', 'ğ'];
    expect(await exec('--', ...words)).toMatchObject({ code: 0, stdout: "a b|it's|$HOME|*||--json|ğ|" });
  });

  test('it runs where it is told to, and ends when its time is over', async () => {
    expect(await exec('--cwd', '/workspace', '--', 'pwd')).toMatchObject({ code: 0, stdout: '/workspace\n' });
    expect(await exec('--timeout', '1', '--', 'sleep 100')).toMatchObject({
      code: 124,
      stderr: expect.stringContaining('The command had 1 s'),
    });
  });

  test('a key runs it once', async () => {
    const key = '01K00000000000000000000000';
    const once = ['--key', key, '--', 'echo bir >> kez; cat kez'];
    expect([await exec(...once), await exec(...once)]).toMatchObject([
      { code: 0, stdout: 'bir\n' },
      { code: 0, stdout: 'bir\n' },
    ]);
  });

  test('a command that did not run has an exit code of its own, and --json answers the document', async () => {
    expect(await exec('--cwd', '/workspace/none', '--', 'true')).toMatchObject({
      code: 125,
      stdout: '',
      stderr: expect.stringContaining('cwd_not_found'),
    });
    expect(await tezgah.run(['workspaces', 'exec', 'wsp_01K00000000000000000000000', '--', 'true'])).toMatchObject({
      code: 125,
    });
    expect(await exec('--json', '--', 'echo x; exit 3')).toMatchObject({
      code: 3,
      json: { exitCode: 3, stdout: 'x\n', timedOut: false },
    });
  });

  test.each([
    ['no command', []],
    ['a time beyond the bound', ['--timeout', '601', '--', 'true']],
    ['a key that is none', ['--key', 'x', '--', 'true']],
  ])('%s is wrong usage', async (_, words) => {
    expect((await exec(...words)).code).toBe(2);
  });
});
