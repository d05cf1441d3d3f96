import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const sources = ['src', 'workflows', 'activities', 'migrations'].flatMap((folder) =>
  entriesOf(folder).map((file) => path.posix.join(folder, file)),
);
const imports = sources.flatMap(importsOf);

function entriesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
}

/** Relative imports become paths from the root; packages keep their names. */
function importsOf(from: string): Import[] {
  const text = readFileSync(path.join(root, from), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, statically, dynamically]) => {
    const target = (statically ?? dynamically) as string;
    const to = target.startsWith('.') ? path.posix.join(path.posix.dirname(from), target) : target;
    return { from, to, typeOnly: type !== undefined };
  });
}

const areaOf = (file: string): string => {
  const [top, second] = file.split('/') as [string, string | undefined];
  if (top !== 'src') return top;
  return second?.includes('.') || !file.includes('/', 4) ? 'root' : (second as string);
};

/** @param exceptions arrows that stand although they point the wrong way; the list may only shrink */
function expectNone(wrong: readonly Import[], exceptions: readonly string[] = []): void {
  const arrows = [...new Set(wrong.map(({ from, to }) => `${from} -> ${to}`))];
  expect(arrows.filter((arrow) => !exceptions.includes(arrow))).toEqual([]);
  expect(exceptions.filter((arrow) => !arrows.includes(arrow))).toEqual([]);
}

const nouns = ['token', 'store', 'account', 'extension', 'catalog', 'channel'];
/** A noun imports those before it; the first three stand side by side. */
const rank: Readonly<Record<string, number>> = { token: 0, store: 0, account: 0, extension: 1, catalog: 2, channel: 3 };

/** Composition roots: they know everything, and nothing imports them. */
const roots = /^src\/(api|bootstrap|config|demo|main|migrate|platform|registry|schema-version|worker)$/;

describe('dependencies point one way', () => {
  test('the test sees the imports', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports).toContainEqual({ from: 'src/api.ts', to: 'src/surfaces/http', typeOnly: false });
  });

  test('the kernel imports no noun, no surface and no root but the settings', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          areaOf(from) === 'kernel' && /^(src|workflows|activities|migrations)\//.test(to) && areaOf(to) !== 'kernel',
      ),
      ['src/kernel/declare.ts -> src/config', 'src/kernel/process.ts -> src/config'],
    );
  });

  test('surfaces import the kernel and each other; only credentials and the owner’s mails beyond it', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          areaOf(from) === 'surfaces' && to.startsWith('src/') && !['kernel', 'surfaces'].includes(areaOf(to)),
      ),
      [
        'src/surfaces/gate.ts -> src/account/sessions',
        'src/surfaces/gate.ts -> src/token/credentials',
        'src/surfaces/mails.http.ts -> src/proposal/mail.store',
        'src/surfaces/session.http.ts -> src/account/sessions',
      ],
    );
  });

  test('a noun imports the kernel and the nouns before it', () => {
    expectNone(
      imports.filter(({ from, to }) => {
        const noun = areaOf(from);
        const target = areaOf(to);
        if (!nouns.includes(noun) || !to.startsWith('src/') || target === noun || target === 'kernel') return false;
        return !nouns.includes(target) || (rank[target] as number) >= (rank[noun] as number);
      }),
    );
  });

  test('a noun imports no HTTP framework and no workflow engine', () => {
    expectNone(
      imports.filter(
        ({ from, to }) => nouns.includes(areaOf(from)) && /^(koa|@koa\/|@temporalio\/|typeorm|pg$)/.test(to),
      ),
    );
  });

  test('workflows import types of activities, job contracts and pure rules, and nothing that reads a clock or a database', () => {
    expectNone(
      imports.filter(({ from, to, typeOnly }) => {
        if (areaOf(from) !== 'workflows') return false;
        if (to.startsWith('workflows/') || to === '@temporalio/workflow' || to === '@temporalio/common') return false;
        if (to.startsWith('activities/')) return !typeOnly;
        return !/^src\/(kernel\/(job|search-attributes)$|.*\.(jobs|state)$)/.test(to);
      }),
    );
    const pure = imports.filter(({ from }) => /\.jobs\.ts$/.test(from) || from === 'src/kernel/job.ts');
    expectNone(pure.filter(({ to, typeOnly }) => !typeOnly && !/^src\/(kernel\/job|.*\.(jobs|state))$/.test(to)));
  });

  test('src imports no workflow and no activity, except in the composition roots', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          from.startsWith('src/') && areaOf(from) !== 'root' && /^(workflows|activities)(\/|$)/.test(to),
      ),
    );
  });

  test('migrations import constants of the kernel and nothing that will change under them', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          from.startsWith('migrations/') &&
          to.startsWith('src/') &&
          !/^src\/kernel\/(database|search-attributes)$/.test(to),
      ),
    );
  });

  test('nothing but a root imports a root, except for its types; everyone may read the settings', () => {
    const others = imports.filter(({ from, to }) => !['root', 'supervisor'].includes(areaOf(from)) && roots.test(to));
    expectNone(others.filter(({ to, typeOnly }) => to !== 'src/config' && !typeOnly));
  });

  test('the simulator stands outside: it imports nothing of the product, and the product nothing of it', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          (areaOf(from) === 'simulator' && to.startsWith('src/') && areaOf(to) !== 'simulator') ||
          (areaOf(from) !== 'simulator' && to.startsWith('src/simulator/')),
      ),
    );
  });
});
