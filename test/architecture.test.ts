import { readdirSync } from 'node:fs';
import path from 'node:path';
import { groupedBy } from '../src/kernel/grouped';
import { areaOf, parsed, root, sources, textOf } from './house/source';
import { asksIn, isStore, sqlIn } from './house/statements';

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const imports = sources.flatMap(importsOf);
const importsFrom = groupedBy(imports, ({ from }) => from);

/** Relative imports become paths from the root; packages keep their names. */
function importsOf(from: string): Import[] {
  const text = textOf(from);
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, statically, dynamically]) => {
    const target = (statically ?? dynamically) as string;
    // A module that loads while a program runs is named as it is compiled.
    const to = target.startsWith('.') ? path.posix.join(path.posix.dirname(from), target).replace(/\.js$/, '') : target;
    return { from, to, typeOnly: type !== undefined };
  });
}

/** @param exceptions arrows that stand although they point the wrong way; the list may only shrink */
function expectNone(wrong: readonly Import[], exceptions: readonly string[] = []): void {
  const arrows = [...new Set(wrong.map(({ from, to }) => `${from} -> ${to}`))];
  expect(arrows.filter((arrow) => !exceptions.includes(arrow))).toEqual([]);
  expect(exceptions.filter((arrow) => !arrows.includes(arrow))).toEqual([]);
}

/** A noun imports the kernel and nouns of a lower rank; those of one rank stand side by side. */
const rank: Readonly<Record<string, number>> = {
  account: 1,
  audit: 0,
  command: 0,
  kit: 0,
  mail: 0,
  media: 0,
  meta: 0,
  metafield: 0,
  provider: 1,
  catalog: 2,
  section: 1,
  extension: 2,
  route: 2,
  secret: 3,
  store: 3,
  webhook: 3,
  access: 4,
  bulk: 7,
  cargo: 4,
  checkout: 4,
  coupon: 3,
  proposal: 4,
  settings: 5,
  order: 5,
  ext: 5,
  scope: 5,
  skin: 5,
  workspace: 7,
  channel: 6,
  report: 6,
  return: 6,
  search: 7,
  stock: 7,
  customer: 6,
  legal: 6,
  design: 6,
  token: 6,
  compat: 7,
  theme: 7,
  update: 8,
  validate: 7,
};
const nouns = Object.keys(rank);

/** Nouns that the kernel knows by their words wherever it needs them: who calls, by what right, and how the call is run. */
const nounsOfCalls = [
  'access',
  'account',
  'audit',
  'command',
  'extension',
  'proposal',
  'provider',
  'route',
  'scope',
  'secret',
  'settings',
  'store',
  'token',
  'workspace',
  // These mean something else there: SQL, the readings of a process, a keyword of TypeScript, words that rows are found by, checks of schemas, facts beside a line of the log.
  'meta',
  'report',
  'return',
  'search',
  'update',
  'validate',
];
/** The things that a shop trades in, beside its nouns. */
const wordsOfTrade = [
  'buyer',
  'cart',
  'category',
  'collection',
  'listing',
  'parcel',
  'payment',
  'picture',
  'price',
  'product',
  'refund',
  'shipment',
  'shopper',
  'storefront',
  'variant',
];
/** Files of the kernel that name such a thing all the same. The list may only shrink. */
const kernelNaming: Readonly<Record<string, readonly string[]>> = {
  // A scope is a right upon things of a shop.
  'src/kernel/declaration/scopes.ts': ['catalog', 'checkout', 'design', 'order'],
  'src/kernel/declaration/roles.ts': ['catalog', 'design', 'order'],
  // A preview tells what a call acts upon and which pages it changes.
  'src/kernel/declaration/comparing.ts': ['section', 'theme'],
  'src/kernel/declaration/upon.ts': ['buyer', 'order'],
  // An entity says which of its fields are prices and pictures, for limits of tokens and for the panel.
  'src/kernel/declaration/entity.ts': ['channel', 'picture', 'price'],
  'src/kernel/declaration/principal.ts': ['price'],
  'src/kernel/objects/pictures.ts': ['picture'],
  'src/kernel/schema/schema.ts': ['stock'],
  // A byte order mark is no order of a shop.
  'src/kernel/table-text.ts': ['order'],
  // A role of Postgres, and a round of cleaning.
  'src/kernel/database/roles.ts': ['storefront'],
  'src/kernel/work/upkeep-store.ts': ['media'],
  // The same words for something else: the product that acts by itself, types of media, an order of rows.
  'src/kernel/bus/issue.ts': ['product'],
  'src/kernel/metrics.ts': ['product'],
  'src/kernel/declaration/accepted.ts': ['media'],
  'src/kernel/refusals.ts': ['media'],
  'src/kernel/schema/meaning.ts': ['media'],
  'src/kernel/schema/walk.ts': ['media'],
  'src/kernel/correlation.ts': ['stock'],
  'src/kernel/table/table-store.ts': ['order'],
  'src/kernel/table/table.ts': ['listing'],
  'src/kernel/work/correlated-activities.ts': ['category'],
};
/** What is no noun: each has rules of its own below. */
const others = [
  'backup',
  'build',
  'cli',
  'config',
  'demo',
  'embedded',
  'kernel',
  'keys',
  'panel',
  'sandbox',
  'simulator',
  'storefront',
  'supervisor',
  'surfaces',
  'undo',
];

/** Where a file stands in its folder of `src`: in a room, among its `calls`, or in what puts the noun together. */
const roomOf = (file: string): { readonly folder: string; readonly room: string } | undefined => {
  const [, folder, room, name] = /^src\/([^/]+)\/(?:([^/]+)\/.*|([^/]+))$/.exec(file) ?? [];
  if (folder === undefined) return undefined;
  return { folder, room: room ?? (/^(index|entities|schedule)\.ts$/.test(name as string) ? 'noun' : 'calls') };
};

const files = new Set(sources);
/** The file that an import means; undefined of a package. */
const fileOf = (name: string): string | undefined =>
  [`${name}.ts`, `${name}.tsx`, `${name}/index.ts`].find((file) => files.has(file));

const isFile = (name: string): boolean => fileOf(name) !== undefined || name.startsWith('src/');

/** Files that run when one of these does, those among them. */
function reachedFrom(these: readonly string[]): string[] {
  const reached = new Set(these);
  // Files that are met on the way are walked as well.
  for (const file of reached)
    for (const { to, typeOnly } of importsFrom.get(file) ?? []) {
      const target = typeOnly ? undefined : fileOf(to);
      if (target !== undefined) reached.add(target);
    }
  return [...reached];
}

const opensPostgres = (file: string): boolean =>
  (importsFrom.get(file) ?? []).some(({ to, typeOnly }) => !typeOnly && /^(pg|typeorm)$/.test(to));

/** Arrows between rooms of one folder, those of types with them. */
const insideArrows = imports.flatMap(({ from, to }) => {
  const [source, target] = [roomOf(from), roomOf(fileOf(to) ?? '')];
  return source && target && source.folder === target.folder && source.room !== target.room
    ? { folder: source.folder, from: source.room, to: target.room, arrow: `${from} -> ${to}` }
    : [];
});

/** The rooms of a folder from the ground up. `worker` stands above the calls: what runs there acts by them. */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  order: [
    ['event', 'law', 'line', 'order', 'paper'],
    ['belge', 'epin', 'piece'],
    ['letter', 'today'],
    ['shipment'],
    ['booking', 'package', 'refund'],
    ['payment', 'tracking'],
    ['return'],
    ['customer'],
    ['answer', 'claim', 'import', 'placing', 'print', 'upon'],
    ['follow', 'telephone'],
    ['calls'],
    ['worker'],
    ['noun'],
  ],
  channel: [
    ['contract', 'listing', 'package', 'provider', 'task'],
    ['buybox', 'job', 'label', 'offer', 'reference'],
    ['brand', 'package-op', 'picture', 'pull', 'push'],
    ['import', 'listing-act', 'mirror', 'submission', 'webhook'],
    ['claim', 'finance', 'question'],
    ['kinds', 'sync'],
    ['calls'],
    ['worker'],
    ['noun'],
  ],
};

/** Rooms of one folder that import each other. The list may only shrink. */
const mutualRooms: readonly string[] = [
  'account: calls, session',
  'cargo: calls, sender',
  'catalog: archivable, calls',
  'catalog: calls, product',
  'catalog: digital, product',
  'catalog: product, variant',
  'cli: calls, catalog',
  'extension: calls, hook',
  'extension: calls, secret',
  'kernel: bus, trial',
  'kernel: bus, work',
  'kernel: call, declaration',
  'kernel: database, personal',
  'kernel: database, trace',
  'kernel: declaration, objects',
  'kernel: declaration, personal',
  'kernel: declaration, table',
  'media: calls, image',
  'media: calls, upload',
  'media: image, upload',
  'metafield: calls, purge',
  'metafield: filter, value',
  'panel: api, session',
  'panel: collections, products',
  'panel: connect, jobs',
  'panel: media, products',
  'panel: parts, products',
  'panel: parts, session',
  'panel: parts, store',
  'panel: products, store',
  'proposal: calls, item',
  'proposal: calls, review',
  'proposal: item, recording',
  'provider: calls, picture',
  'section: calls, types',
  'section: calls, value',
  'store: calls, checkout',
  'store: calls, design',
  'store: calls, identity',
  'store: calls, owner',
  'store: calls, stock',
  'surfaces: calls, openapi',
];

/** Files that import each other in a circle: how many, by the first of them. The numbers may only fall. */
const fileCircles: Readonly<Record<string, number>> = {
  'src/cli/context.ts': 2,
  'src/cli/proposals.ts': 2,
  'src/kernel/bus/call.ts': 18,
  'src/kernel/bus/elsewhere.ts': 5,
  'src/kernel/schema/schema.ts': 2,
  'src/panel/products/field-values.tsx': 2,
  'src/proposal/item/files.ts': 3,
  'src/surfaces/body.ts': 4,
  'src/surfaces/tools/definition.ts': 2,
};

/** Composition roots: they know everything, and nothing imports them. */
const roots =
  /^src\/(api|bootstrap|config(\/.+)?|demo\/.+|enclave|health|main|metrics|migrate|noun|nouns|platform|registry|schedules|schema-version|storefront-main|telemetry|worker|works)$/;

test('every folder has its place', () => {
  const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual([...nouns, ...others].toSorted());
});

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
      ['src/kernel/declaration/services.ts -> src/config'],
    );
  });

  test('the kernel names calls and those who make them; what a shop trades in, in few files', () => {
    const words = [...nouns.filter((noun) => !nounsOfCalls.includes(noun)), ...wordsOfTrade];
    const naming = sources
      .filter((file) => areaOf(file) === 'kernel')
      .map(
        (file) =>
          [
            file,
            wordsIn(file)
              .filter((word) => words.includes(word))
              .toSorted(),
          ] as const,
      )
      .filter(([, said]) => said.length > 0);
    expect(Object.fromEntries(naming)).toEqual(kernelNaming);
    expect(nounsOfCalls.filter((noun) => !nouns.includes(noun))).toEqual([]);
  });

  test('the rooms of the kernel build on one another in one direction; what all of them need stands above', () => {
    const roomOf = (file: string): string => /^src\/kernel\/(?:([^/]+)\/)?[^/]+$/.exec(file)?.[1] ?? 'top';
    const inside = imports.filter(({ from, to }) => areaOf(from) === 'kernel' && areaOf(to) === 'kernel');
    const arrows = inside.filter(({ from, to, typeOnly }) => !typeOnly && roomOf(from) !== roomOf(to));
    expectNone(arrows.filter(({ from }) => roomOf(from) === 'top'));
    const needs = new Map<string, Set<string>>();
    for (const { from, to } of arrows) needs.set(roomOf(from), (needs.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    let before = needs.size + 1;
    while (needs.size < before) {
      before = needs.size;
      for (const [room, others] of needs) if (![...others].some((other) => needs.has(other))) needs.delete(room);
    }
    expect([...needs].map(([room, others]) => `${room} -> ${[...others].join(', ')}`)).toEqual([]);
  });

  test('the rooms of each folder are ranked, but for pairs that import each other, types counted', () => {
    const pairs = insideArrows.flatMap(({ folder, from, to }) =>
      from < to && insideArrows.some((back) => back.folder === folder && back.from === to && back.to === from)
        ? `${folder}: ${from}, ${to}`
        : [],
    );
    expect([...new Set(pairs)].toSorted()).toEqual(mutualRooms);
  });

  test.each(Object.entries(floors))(
    'the rooms of %s stand on floors, and each imports those below it alone, types counted',
    (folder, ranked) => {
      const floorOf = (room: string): number => ranked.findIndex((rooms) => rooms.includes(room));
      const inside = insideArrows.filter((each) => each.folder === folder);
      expect([...new Set(inside.flatMap(({ from, to }) => [from, to]))].toSorted()).toEqual(ranked.flat().toSorted());
      const wrong = inside.filter(({ from, to }) => floorOf(to) >= floorOf(from));
      expect(wrong.map(({ arrow }) => arrow)).toEqual([]);
    },
  );

  test('files import each other in no circle but these, roots and types counted', () => {
    const arrows = imports.flatMap(({ from, to }) => {
      const target = fileOf(to);
      return target === undefined || target === from ? [] : [{ from, to: target }];
    });
    const circles = circlesIn(arrows).map((circle) => circle.split(', '));
    expect(Object.fromEntries(circles.map((circle) => [circle[0], circle.length]))).toEqual(fileCircles);
  });

  test('the declaration of a table loads no adapter of a provider, and a command about an order few files', () => {
    const isAdapter = (file: string) => /^src\/(provider\/[^/]+\/provider|extension\/provider\/list)\.ts$/.test(file);
    const declarations = sources.filter((file) => /^src\/(?!kernel\/).*\/(table|aggregate)\.ts$/.test(file));
    expect(declarations.length).toBeGreaterThan(50);
    expect(declarations.filter((file) => reachedFrom([file]).some(isAdapter))).toEqual([]);
    expect(reachedFrom(['src/extension/index.ts']).some(isAdapter)).toBe(true);
    const ofOrder = reachedFrom(['src/order/order.cancel.ts']);
    expect(ofOrder.filter(isAdapter)).toEqual([]);
    expect(ofOrder.length).toBeLessThanOrEqual(150);
  });

  test('surfaces import the kernel and each other; only credentials beyond it', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          areaOf(from) === 'surfaces' && to.startsWith('src/') && !['kernel', 'surfaces'].includes(areaOf(to)),
      ),
      [
        'src/surfaces/gate.ts -> src/account/sessions',
        'src/surfaces/gate.ts -> src/token/credentials',
        'src/surfaces/session.ts -> src/account/sessions',
        'src/surfaces/session-bodies.ts -> src/account/sessions',
      ],
    );
  });

  test('a noun imports the kernel and the nouns before it', () => {
    expectNone(
      imports.filter(({ from, to }) => {
        const noun = areaOf(from);
        const target = areaOf(to);
        if (!nouns.includes(noun) || !to.startsWith('src/') || target === noun || target === 'kernel') return false;
        if (to === 'src/noun') return false;
        return !nouns.includes(target) || (rank[target] as number) >= (rank[noun] as number);
      }),
    );
  });

  test('a noun refuses with codes of its own, of the kernel and of the nouns before it', () => {
    const owners = new Map(
      nouns.flatMap((noun) => {
        const file = `src/${noun}/refusals.ts`;
        const text = sources.includes(file) ? textOf(file) : '';
        return [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, code]) => [code as string, noun] as const);
      }),
    );
    expect(owners.get('line_unknown')).toBe('order');
    const used = sources
      .filter((file) => nouns.includes(areaOf(file)) && !file.endsWith('/refusals.ts'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/'(\w+)'/g)].map(([, code = '']) => ({ file, code, owner: owners.get(code) })),
      );
    const wrong = used.filter(({ file, owner }) => {
      if (owner === undefined || owner === areaOf(file)) return false;
      return (rank[owner] as number) >= (rank[areaOf(file)] as number);
    });
    // They refuse nothing: one says what the checkout would do, the other one what a shopper reads.
    const told = [
      'checkout_disabled of src/store/store.health.get.ts',
      'digital_kapida_disallowed of src/provider/cash-rules/hooks.ts',
    ];
    expect([...new Set(wrong.map(({ file, code }) => `${code} of ${file}`))].toSorted()).toEqual(told.toSorted());
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
        return !/^src\/(kernel\/(declaration\/job|work\/(search-attributes|correlation-header))$|.*\/(contract(\/[a-z-]+)?|state|deadlines)$)/.test(
          to,
        );
      }),
    );
    const pure = imports.filter(
      ({ from }) => /\/(contract(\/[a-z-]+)?|deadlines)\.ts$/.test(from) || from === 'src/kernel/declaration/job.ts',
    );
    expectNone(
      pure.filter(
        ({ to, typeOnly }) =>
          !typeOnly && !/^src\/(kernel\/declaration\/job|.*\/(contract(\/[a-z-]+)?|state|deadlines))$/.test(to),
      ),
    );
  });

  test('workflows declare no interface: their input and steps have those of contracts and activities', () => {
    const workflows = sources.filter((file) => areaOf(file) === 'workflows');
    expect(workflows.length).toBeGreaterThan(20);
    expect(workflows.filter((file) => /^(export )?interface /m.test(textOf(file)))).toEqual([]);
  });

  test('the keys know everything that is sealed, and only those who run the product know the keys', () => {
    const who = ['root', 'activities', 'backup', 'cli', 'keys', 'supervisor'];
    expectNone(imports.filter(({ from, to }) => to.startsWith('src/keys/') && !who.includes(areaOf(from))));
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
          !/^src\/kernel\/(database\/roles|work\/search-attributes)$/.test(to),
      ),
    );
  });

  test('nothing but a root imports a root: everyone may read the settings, a noun has its type, an activity that of the platform', () => {
    const others = imports.filter(({ from, to }) => !['root', 'supervisor'].includes(areaOf(from)) && roots.test(to));
    const isSettings = (file: string): boolean => /^src\/config(\/|$)/.test(file);
    expectNone(others.filter(({ to, typeOnly }) => !isSettings(to) && !typeOnly));
    expectNone(
      others.filter(
        ({ from, to }) =>
          !isSettings(to) && to !== 'src/noun' && !(areaOf(from) === 'activities' && to === 'src/platform'),
      ),
    );
  });

  test('the plan of an undo is for the panel and the command line, and runs in a browser: beside types it imports how changes are read', () => {
    const reading = 'src/kernel/trace/change';
    expectNone(
      imports.filter(({ from, to, typeOnly }) => areaOf(from) === 'undo' && !typeOnly && !to.startsWith(reading)),
    );
    expectNone(imports.filter(({ from, typeOnly }) => from.startsWith(reading) && !typeOnly));
    expectNone(
      imports.filter(({ from, to }) => to.startsWith('src/undo/') && !['cli', 'panel', 'undo'].includes(areaOf(from))),
    );
  });

  test('the panel runs in a browser: what it reaches opens no store, and needs nothing of Node', () => {
    const panel = sources.filter((file) => areaOf(file) === 'panel');
    const reached = reachedFrom(panel);
    expect(reached.filter(isStore)).toEqual([]);
    const beyond = imports.filter(({ from, to, typeOnly }) => reached.includes(from) && !typeOnly && !isFile(to));
    expect(beyond.filter(({ to }) => /^(node:|pg$|koa$|typeorm$|@temporalio\/)/.test(to))).toEqual([]);
    const ofNouns = beyond.filter(({ from }) => areaOf(from) !== 'panel').map(({ to }) => to);
    expect([...new Set(ofNouns)].toSorted()).toEqual(['diff', 'safe-stable-stringify', 'typebox', 'ulid']);
  });

  test('the command line reaches Postgres for those who run the machine alone: backup, keys, owners', () => {
    const outward = imports.filter(
      ({ from, to, typeOnly }) =>
        areaOf(from) === 'cli' && !typeOnly && fileOf(to) && areaOf(fileOf(to) as string) !== 'cli',
    );
    const reaching = outward.filter(({ to }) => reachedFrom([fileOf(to) as string]).some(opensPostgres));
    expect([...new Set(reaching.map(({ from }) => from))].toSorted()).toEqual([
      'src/cli/backup.ts',
      'src/cli/keys.ts',
      'src/cli/owners.ts',
    ]);
  });

  test('the table of products is for the panel and the command line, and runs in a browser: it imports nothing of Node, and no file that does', () => {
    const table = sources.filter((file) => file.startsWith('src/catalog/spreadsheet/'));
    expect(table.length).toBeGreaterThan(20);
    const reached = reachedFrom(table);
    const packages = imports.filter(
      ({ from, to, typeOnly }) => reached.includes(from) && !typeOnly && !to.startsWith('src/'),
    );
    expect([...new Set(packages.map(({ to }) => to))].toSorted()).toEqual(['safe-stable-stringify', 'ulid']);
    expectNone(
      imports.filter(
        ({ from, to }) =>
          to.startsWith('src/catalog/spreadsheet/') && !['catalog', 'cli', 'panel'].includes(areaOf(from)),
      ),
    );
  });

  test('what all simulators share knows none of them', () => {
    expectNone(imports.filter(({ from, to }) => from.includes('/simulator/kit/') && /\/simulator\/(?!kit\/)/.test(to)));
  });

  test('the simulator stands outside: it imports nothing of the product, and nothing of the product imports it', () => {
    expectNone(
      imports.filter(
        ({ from, to }) =>
          (areaOf(from) === 'simulator' && to.startsWith('src/') && areaOf(to) !== 'simulator') ||
          (areaOf(from) !== 'simulator' && to.startsWith('src/simulator/')),
      ),
    );
  });
});

describe('what is answered is of one moment', () => {
  const readsTwice = (text: string): boolean =>
    (text.match(/\b(?:db\.(?:query|rowByKey)|\w+\(\s*db\b)/g) ?? []).length > 1 || /Promise\.all\(/.test(text);

  test('a read asks in one statement or in one snapshot, and never on two connections at once', () => {
    const reads = sources.filter((file) => file.startsWith('src/')).map((file) => [file, textOf(file)] as const);
    const routes = reads.filter(([, text]) => /\breadRoute\(/.test(text) && /policy: '(read|owner)'/.test(text));
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(([, text]) => readsTwice(text)).map(([file]) => file)).toEqual([]);
  });
});

describe('SQL', () => {
  const product = sources.filter((file) => !file.startsWith('migrations/') && !isStore(file));
  /** They open sessions and databases, and speak to those themselves. */
  const sessions = ['src/kernel/database/database.ts', 'src/migrate.ts'];
  /** They hand on what a store asks. */
  const wires = [
    'src/kernel/database/connection.ts',
    'src/kernel/database/footprint.ts',
    'src/kernel/database/gathering.ts',
    'src/kernel/database/transaction.ts',
    'src/kernel/trial/trial.ts',
  ];

  test('stands in store.ts and *-store.ts alone', () => {
    expect(product.filter((file) => !sessions.includes(file)).flatMap(sqlIn)).toEqual([]);
  });

  test('is asked by stores alone', () => {
    const isClient = (file: string): boolean =>
      ['cli', 'panel'].includes(areaOf(file)) || file.startsWith('src/catalog/spreadsheet/');
    // One asks a bucket, three a child process.
    const others = [
      'src/channel/label/renderer.ts',
      'src/kernel/objects/s3-objects.ts',
      'src/supervisor/node-child.ts',
      'src/supervisor/preparer.ts',
    ];
    const asking = product.filter((file) => !isClient(file) && asksIn(file).length > 0);
    expect(asking.toSorted()).toEqual([...sessions, ...wires, ...others].toSorted());
  });
});

describe('a provider is its folder, its simulator and a line in the list', () => {
  /** Folders of those that speak with somebody outside: their names are said nowhere else. */
  const providers = sources.flatMap((file) => {
    const [, folder] = /^src\/provider\/([^/]+)\/provider\.ts$/.exec(file) ?? [];
    return folder && /^ {2}(channel|payment|cargo): \{$/m.test(textOf(file)) ? folder : [];
  });
  /** Files that name providers, and why. The list may only shrink. */
  const naming: Readonly<Record<string, string>> = {
    'src/extension/provider/list.ts': 'the list',
    'src/extension/example.ts': 'examples are of the demo, which runs their simulators',
    'src/cargo/carrier/carriers.ts':
      'a marketplace is a carrier too; docs/decisions/0086 has the codes of carriers there',
    'src/catalog/spreadsheet/other-shop/trendyol.ts': 'reads a file that people save there, as those of other shops',
    'src/catalog/spreadsheet/other-shop/read.ts': 'lists the readers of such files',
    'src/panel/text/tr/spreadsheet.ts': 'says which files the import reads',
    'src/panel/text/en/spreadsheet.ts': 'says the same in English',
  };
  const namesIn = (file: string): string[] => {
    const others = providers.filter((name) => !new RegExp(`^src/(provider|simulator)/${name}/`).test(file));
    const text = textOf(file);
    const isNamed = (said: string) => others.some((name) => said.toLowerCase().includes(name));
    if (!isNamed(text)) return [];
    // Comments are no nodes, and may name them.
    const { nodes, text: textIn } = parsed(file);
    const leaves = ['Identifier', 'StringLiteral', 'TemplateElement', 'JSXText', 'RegExpLiteral'];
    return nodes
      .filter(({ type }) => leaves.includes(type))
      .map(textIn)
      .filter(isNamed);
  };

  test('the test sees them, and what names them', () => {
    expect(providers.toSorted()).toEqual(['geliver', 'hepsiburada', 'iyzico', 'paytr', 'trendyol']);
    expect(namesIn('src/extension/provider/list.ts')).toContain("'../../provider/trendyol/provider'");
  });

  test('no other code names one', () => {
    const product = sources.filter((file) => !file.startsWith('migrations/'));
    const found = product.filter((file) => namesIn(file).length > 0);
    expect(found.toSorted()).toEqual(Object.keys(naming).toSorted());
  });
});

test('a page opens its windows through the one dialog that gives the focus back', () => {
  const opening = sources.filter((file) => areaOf(file) === 'panel' && /<Modal\b/.test(textOf(file)));
  expect(opening).toEqual(['src/panel/parts/dialog.tsx']);
});

test('folders import each other in no circle', () => {
  const folders = imports
    .filter(({ to }) => fileOf(to) !== undefined)
    .map(({ from, to }) => ({ from: areaOf(from), to: areaOf(to) }))
    .filter(({ from, to }) => from !== to && from !== 'root' && to !== 'root');
  expect(folders.length).toBeGreaterThan(100);
  // Programs load each other's parts while they run: `npx tezgah backup`, and `tezgah` inside a sandbox. The list may only shrink.
  expect(circlesIn(folders)).toEqual(['backup, cli, sandbox, supervisor']);
});

test('what a file exports, another one asks for by name', () => {
  const tests = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join('test', file));
  const named = new Map([...sources, ...tests].map((file) => [file, new Set(textOf(file).match(/\w+/g))]));
  const isNamedBeside = (file: string, name: string): boolean =>
    [...named].some(([other, words]) => other !== file && words.has(name));
  const unused = sources.flatMap((file) => {
    const text = textOf(file);
    return (
      [
        ...text.matchAll(
          /^export (?:async )?(const|function|class|interface|type) (\w+)(?! implements MigrationInterface)\b/gm,
        ),
      ]
        .map(([, kind, name]) => ({ name: name as string, isType: kind === 'interface' || kind === 'type' }))
        .filter(({ name }) => !isNamedBeside(file, name))
        // The types of what is exported may go out with it.
        .filter(({ name, isType }) => !isType || text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1)
        .map(({ name }) => `${name} of ${file}`)
    );
  });
  expect(unused).toEqual([]);
});

/** Words of names, keys and short texts such as codes, in their singular; sentences for people and SQL are left out. */
function wordsIn(file: string): string[] {
  const { nodes, text } = parsed(file);
  const names = nodes
    .filter(({ type }) => type === 'Identifier' || type === 'StringLiteral')
    .map(text)
    .filter((name) => !/\s/.test(name));
  const words = names.flatMap((name) =>
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g),
  );
  return [...new Set(words.map((word) => (word ?? '').replace(/ies$/, 'y').replace(/s$/, '')))];
}

/** Groups whose members all reach each other. */
function circlesIn(arrows: readonly Pick<Import, 'from' | 'to'>[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reach = (from: string, reached = new Set<string>()): Set<string> => {
    for (const to of targets.get(from) ?? []) if (!reached.has(to)) reach(to, reached.add(to));
    return reached;
  };
  const reached = new Map([...targets.keys()].map((from) => [from, reach(from)]));
  const circles = [...reached].flatMap(([from, beyond]) => {
    const circle = [...beyond].filter((other) => beyond.has(from) && reached.get(other)?.has(from));
    return circle.length > 0 ? circle.toSorted().join(', ') : [];
  });
  return [...new Set(circles)].toSorted();
}
