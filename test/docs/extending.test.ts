import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './generated';

const FOLDER = 'docs/extending';
const checklists = readdirSync(path.join(root, FOLDER)).filter((file) => file.endsWith('.md'));
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const pageOf = (checklist: string): string => textOf(`${FOLDER}/${checklist}`);

const files = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', 'dist', '.git', '.data'].includes(entry.name))
  .flatMap(({ name }) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(name, file),
    ),
  );

/** Names in backticks, without blocks of code. */
const quotedIn = (page: string): string[] =>
  [...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted as string);
/** A migration that somebody adds has a number of its own. */
const isFileName = (quoted: string): boolean => /^[\w*<>./-]+\.(tsx?|md|cjs)$/.test(quoted) && !/^\d{13}-/.test(quoted);

/** A name with a star or a placeholder as the pattern of a path, or of its end. */
const patternOf = (quoted: string): RegExp =>
  new RegExp(`(^|/)${quoted.replaceAll('.', '\\.').replaceAll(/\*|<\w+>/g, '[^/]+')}$`);

describe.each(checklists)('the checklist %s', (checklist) => {
  const page = pageOf(checklist);

  test('names files that are there, whole or by their end', () => {
    const quoted = quotedIn(page).filter(isFileName);
    expect(quoted.length).toBeGreaterThan(4);
    expect(quoted.filter((name) => !files.some((file) => patternOf(name).test(file)))).toEqual([]);
  });

  test('names exports where it says that something is', () => {
    const exported = [
      ...page.matchAll(/`(\w+)` \(`((?:src|test|migrations|workflows|activities)\/[\w./-]+\.tsx?)`\)/g),
    ];
    expect(exported.length).toBeGreaterThan(0);
    const missing = exported.filter(
      ([, symbol, file]) =>
        !new RegExp(
          `^export (?:default )?(?:async )?(?:abstract )?(?:const|function|class|interface|type) ${symbol}\\b`,
          'm',
        ).test(textOf(file as string)),
    );
    expect(missing.map(([whole]) => whole)).toEqual([]);
    // A declaration that is changed in its own file need not be exported.
    const within = [...page.matchAll(/`(\w+)` of `((?:src|test)\/[\w./-]+\.tsx?)`/g)];
    const undeclared = within.filter(([, symbol, file]) => !new RegExp(`\\b${symbol}\\b`).test(textOf(file as string)));
    expect(undeclared.map(([whole]) => whole)).toEqual([]);
  });

  test('runs commands that are there, on folders and files of tests that are there', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
      (block as string).trim().split('\n'),
    );
    const runs = lines.flatMap((line) => {
      const [, settings = '', script, rest = ''] =
        /^((?:[A-Z_]+=\S+ )*)npm (?:run )?([\w:]+)(?: -- (.*))?$/.exec(line) ?? [];
      // Behind -t stands the name of a test.
      const words = rest
        .replace(/ -t '[^']*'/, '')
        .split(' ')
        .filter(Boolean);
      return script ? [{ settings, script, words }] : [];
    });
    expect(runs.filter(({ script }) => !(script in scripts))).toEqual([]);
    const places = runs.filter(({ script }) => script === 'test').flatMap(({ words }) => words);
    expect(places.filter((word) => !files.some((file) => file.startsWith(word)))).toEqual([]);
    const settings = runs.flatMap(({ settings }) => settings.split(' ').filter(Boolean));
    const tests = files
      .filter((file) => /^test\/.*\.ts$/.test(file) && file !== 'test/docs/extending.test.ts')
      .map(textOf);
    const unread = settings.filter((each) => !tests.some((text) => text.includes(`process.env.${each.split('=')[0]}`)));
    expect(unread).toEqual([]);
  });
});

test('each place that a checklist renews is one that UPDATE_GOLDEN writes', () => {
  for (const checklist of checklists) {
    const [, places = ''] = /UPDATE_GOLDEN=1 npm test -- ([^`\n]+)/.exec(pageOf(checklist)) ?? [];
    for (const place of places.split(' ').filter(Boolean)) {
      const written = files.filter((file) => file.startsWith(place) && file.endsWith('.ts'));
      expect([
        place,
        written.some((file) => /UPDATE_GOLDEN|updatesGenerated|expectGenerated|golden\(/i.test(textOf(file))),
      ]).toEqual([place, true]);
    }
  }
});
