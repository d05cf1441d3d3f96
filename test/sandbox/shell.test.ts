// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are words of a shell
import { type Opened, openWith, said } from './drivers';

/** Everyday work with files in a shell, by each driver. */
describe.each(['builtin', 'bubblewrap'] as const)('a shell of %s', (driver) => {
  let here: Opened;
  let missing: string | undefined;
  beforeAll(async () => {
    const opened = await openWith(driver);
    if (typeof opened === 'string') missing = opened;
    else here = opened;
  });
  afterAll(() => here?.close());

  test.each([
    ['writes over a file', 'echo bir > a; echo iki > a; cat a', 'iki\n'],
    ['appends to a file', 'echo bir > b; echo iki >> b; cat b', 'bir\niki\n'],
    ['copies a file, also over another', 'echo bir > c; echo iki > d; cp c d; cp c e; cat d e', 'bir\nbir\n'],
    ['copies a folder', 'mkdir -p f/g; echo bir > f/g/h; cp -r f i; cat i/g/h', 'bir\n'],
    ['moves a file over another', 'echo bir > j; echo iki > k; mv j k; cat k; ls j 2> /dev/null | wc -l', 'bir\n0\n'],
    ['edits a file in place', 'echo bir > l; sed -i s/bir/iki/ l; cat l', 'iki\n'],
    ['keeps the mode of what is copied', 'echo bir > m; chmod 700 m; cp m n; test -x n && echo evet', 'evet\n'],
    ['removes files', 'echo bir > o; rm o; mkdir p; rm -r p; ls o p 2> /dev/null | wc -l', '0\n'],
    ['splits a command in a variable into words', "c='echo a b'; $c; $c c", 'a b\na b c\n'],
    ['does so in a loop, with a file', "echo aqb > q; for c in 'tr -d q' 'wc -c'; do $c < q; done", 'ab\n4\n'],
    ['does so in a pipe', "c='tr a b'; echo a | $c | $c", 'b\n'],
    ['does so behind an assignment', "c='sh -c'; Y=2 $c 'echo $Y'", '2\n'],
    ['does so with a function', 'f() { echo "$1-$2"; }; c="f a b"; $c', 'a-b\n'],
    ['does so with a word of the shell itself', "c='cd /'; $c; pwd", '/\n'],
    ['does so where words are split by another letter', "IFS=,; c='echo,a b,c'; $c", 'a b c\n'],
    ['does so with what a command prints', '$(echo echo a) b', 'a b\n'],
    ['finds the command behind an empty variable', 'c=; $c echo a', 'a\n'],
    ['splits no command in quotes', 'c="echo a"; "$c" 2> /dev/null; echo $?', '127\n'],
    ['runs the words of a list', 'set -- echo \'a  b\' c; "$@"; a=(echo \'d  e\' f); "${a[@]}"', 'a  b c\nd  e f\n'],
  ])('%s', async (_, command, answer) => {
    if (missing) return;
    const ended = await here.exec(`mkdir -p /workspace/s && cd /workspace/s && { ${command}; }`);
    expect([said(ended), ended.exitCode]).toEqual([answer, 0]);
  });
});
