import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeTime } from 'ulid';
import { registry } from '../../src/registry';
import { expectGenerated, root, table } from './generated';

const textOf = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** Every page of the repository that somebody reads; the guides are pages of the product. */
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join('docs', file)),
].toSorted();
const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
/** The pages by which somebody finds the way in the code: what they name is there. */
const waysIn = pages.filter((page) => /^(README|docs\/(architecture|glossary|extending\/.+))\.md$/.test(page));
const plain = [
  ...waysIn,
  ...pages.filter((page) => page.startsWith('docs/guides/') && page !== 'docs/guides/checkout.md'),
  'CHANGELOG.md',
  ...['README', 'real-shop', 'running', 'health'].map((name) => `docs/operations/${name}.md`),
];

const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, '');
const shellOf = (page: string): string =>
  [...textOf(page).matchAll(/```(?:sh|text)\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');

test('the README has 1,200 words at most', () => {
  expect(textOf('README.md').split(/\s+/).length).toBeLessThanOrEqual(1_200);
});

describe('links', () => {
  /** As GitHub makes them. */
  const anchorOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
  const anchorsOf = (page: string): string[] =>
    [...withoutCode(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading as string));

  test.each(pages)('of %s lead to a file, and to a heading of it', (page) => {
    const links = [...withoutCode(textOf(page)).matchAll(/\]\((?!\w+:|\/)([^)\s]+)\)/g)].map(
      ([, link]) => link as string,
    );
    const broken = links.filter((link) => {
      const [file, anchor] = link.split('#') as [string, string | undefined];
      const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      if (!existsSync(path.join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe('pages that lead into the code', () => {
  const PLACE = String.raw`(?:src|test|docs|migrations|workflows|activities)\/[\w./-]+`;

  test.each(waysIn)('%s names files that are there', (page) => {
    const named = [...textOf(page).matchAll(new RegExp(`\`(${PLACE})\``, 'g'))].map(([, file]) => file as string);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test.each(waysIn)('%s names symbols that their file declares', (page) => {
    const named = [...textOf(page).matchAll(new RegExp(`\`(\\w+)\` \\(\`(${PLACE})\`\\)`, 'g'))] as string[][];
    const missing = named.filter(
      ([, symbol, file]) =>
        !new RegExp(`\\b(const|function|class|interface|type) ${symbol}\\b`).test(textOf(file as string)),
    );
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  test('each checklist names symbols', () => {
    const checklists = waysIn.filter((page) => page.startsWith('docs/extending/'));
    expect(checklists.map((page) => path.basename(page))).toEqual([
      'command.md',
      'field.md',
      'page.md',
      'provider.md',
      'table.md',
      'workflow.md',
    ]);
    for (const page of checklists)
      expect(textOf(page)).toMatch(new RegExp(`^- \\[ \\] .*\`\\w+\` \\(\`${PLACE}\`\\)`, 'm'));
  });

  /** `docs/architecture.md` tells it, and is what people go by. */
  test('a call stands in the folder of its noun, as its id begins; one of the account with what it lists', () => {
    const ids = new Set([...registry.routes, ...registry.accountRoutes, ...registry.commands].map(({ id }) => id));
    const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      ids.has(path.basename(file, '.ts')),
    );
    expect(files.length).toBeGreaterThan(100);
    const elsewhere = files.filter((file) => {
      const noun = file.split(path.sep)[0] as string;
      const [word] = path.basename(file).split('.');
      return word !== 'account' && word !== noun && word !== `${noun}s`;
    });
    expect(elsewhere).toEqual([]);
  });

  test('the tree of docs/architecture.md has every folder', () => {
    const [, tree = ''] = /```text\n(src\/[\s\S]*?)```/.exec(textOf('docs/architecture.md')) ?? [];
    const parents: string[] = [];
    const named = tree
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, indent = '', name = ''] = /^( *)([\w-]+)\/ */.exec(line) ?? [];
        const depth = indent.length / 2;
        parents.splice(depth, parents.length, name);
        return parents.join('/');
      });
    const foldersIn = (folder: string): string[] =>
      readdirSync(path.join(root, folder))
        .map((name) => path.posix.join(folder, name))
        .filter((file) => statSync(path.join(root, file)).isDirectory());
    const tops = ['src', 'workflows', 'activities', 'migrations', 'test', 'docs'];
    expect(named.toSorted()).toEqual([...tops, ...foldersIn('src'), ...foldersIn('src/kernel')].toSorted());
  });
});

describe('commands', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const verbs = [...registry.routes, ...registry.commands].map(({ id }) => id.replaceAll('.', ' '));
  const local = [...textOf('docs/cli.md').matchAll(/tezgah (\w+)/g)].map(([, verb]) => verb);

  test.each(pages.filter((page) => /npm |npx tezgah /.test(shellOf(page))))('of %s are there', (page) => {
    const shell = shellOf(page);
    const run = [...shell.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, script]) => script as string);
    expect(run.filter((script) => script !== 'ci' && !(script in scripts))).toEqual([]);
    const said = [...shell.matchAll(/npx tezgah ([a-z][a-zA-Z ]*)/g)].map(([, verb]) => (verb as string).trim());
    const unknown = said.filter(
      (verb) => !verbs.some((known) => verb.startsWith(known)) && !local.includes(verb.split(' ')[0] as string),
    );
    expect(unknown).toEqual([]);
  });
});

describe('lines to paste', () => {
  test('the line for a key makes a ULID of this moment, and needs no package', () => {
    const [line = ''] = /^export KEY=.+$/m.exec(textOf('docs/guides/keys-and-replays.md')) ?? [];
    const key = execFileSync('bash', ['-c', `${line}; echo "$KEY"`], { cwd: tmpdir(), encoding: 'utf8' }).trim();
    expect(key).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(Math.abs(Date.now() - decodeTime(key))).toBeLessThan(60_000);
  });

  test('the line for the log of npm start leaves JSON alone', () => {
    const [, line = ''] = /`(sed [^`]+ log) \|/.exec(textOf('docs/operations/runbook.md')) ?? [];
    const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-log-'));
    const records = ['{"name":"api","a":"| {"}', '{"name":"trendyol"}'];
    const log = `api       | ${records[0]}\ntrendyol simulator | ${records[1]}\ntezgah    | Ready.\n\n  API  http://…\n`;
    writeFileSync(path.join(folder, 'log'), log);
    const out = execFileSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(out.trim().split('\n')).toEqual(records);
  });
});

describe('plain words', () => {
  const SENTENCE_WORDS_MAX = 25;

  /** Of prose, lists and cells of tables: a colon and a semicolon end a thought as a full stop does. */
  const sentencesOf = (page: string): string[] =>
    withoutCode(textOf(page))
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/`[^`]*`/g, 'x')
      .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .split(/\n\s*\n|\n(?=\s*[-|#\d])|\s\|\s|[.:;?!](?=[\s*)]|$)/)
      .map((sentence) => sentence.trim());

  test.each(plain)(`a sentence of %s has ${SENTENCE_WORDS_MAX} words at most`, (page) => {
    expect(sentencesOf(page).filter((sentence) => sentence.split(/\s+/).length > SENTENCE_WORDS_MAX)).toEqual([]);
  });

  test('the glossary has fifty words or more, in order, each with its place', () => {
    const rows = [...textOf('docs/glossary.md').matchAll(/^\| (?!word |---)([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
    const words = rows.map(([, word]) => word as string);
    expect(words.length).toBeGreaterThanOrEqual(50);
    expect(words).toEqual(words.toSorted());
    for (const [, , meaning, place] of rows) {
      expect(meaning).toMatch(/\.$/);
      expect(place).toMatch(/^`/);
    }
  });
});

describe('decisions', () => {
  interface Decision {
    readonly file: string;
    readonly number: number;
    readonly title: string;
    readonly noun: string;
    /** Later decisions, as the page links them. */
    readonly later: string;
  }

  /** A page begins with its number and title, and a line that says its noun and what came later. */
  function decisionOf(page: string): Decision | undefined {
    const head = /^# (\d+)\. (.+)\n\nNoun: ([\w-]+)\.(?: ((?:Amended|Superseded) by .+)\.)?\n\n/.exec(textOf(page));
    const [, number, title, noun, later = ''] = head ?? [];
    const file = path.basename(page);
    if (!title || !noun || Number(number) !== Number(file.slice(0, 4))) return undefined;
    return { file, number: Number(number), title, noun, later };
  }

  test('each says its number, its title and its noun', () => {
    expect(decisions.filter((page) => !decisionOf(page))).toEqual([]);
  });

  test('docs/decisions/README.md lists all of them by noun', () => {
    const known = decisions.flatMap((page) => decisionOf(page) ?? []);
    const nouns = [...new Set(known.map(({ noun }) => noun))].toSorted();
    const folders = readdirSync(path.join(root, 'src'));
    expect(nouns.filter((noun) => !folders.includes(noun) && !['operations', 'tests'].includes(noun))).toEqual([]);
    const parts = nouns.map((noun) => {
      const rows = known
        .filter((decision) => decision.noun === noun)
        .map(({ file, number, title, later }) => [String(number), `[${title}](${file})`, later]);
      return `## ${noun}\n\n${table(['number', 'decision', 'later'], rows)}`;
    });
    expectGenerated('docs/decisions/README.md', 'decisions', parts.join('\n\n'));
  });
});
