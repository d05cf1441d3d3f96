import * as fc from 'fast-check';
import { bundleCompat } from '../../src/compat/check/bundle';
import { namesCompat } from '../../src/compat/check/css';
import { textCompat } from '../../src/compat/check/tree';
import type { CompatRow, PatchStep } from '../../src/compat/check/words';
import type { Bundle } from '../../src/design/bundle/bundle';
import { startingBundle } from '../../src/design/template/starting';
import { type KitContract, kit } from '../../src/kit/kit';
import { zones } from '../../src/kit/zones';
import { gated } from '../../src/skin/css/gate';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import { runsOf } from '../world/runs';

/** A later contract: it has renamed names, some of which it no longer understands. */
const later: KitContract = {
  ...kit,
  version: '1.4.0',
  aliases: {
    banner: { to: 'hero', since: '1.2.0', removedIn: '2.0.0' },
    'hero/headline': { to: 'title', since: '1.2.0', removedIn: '1.4.0' },
    'color-brand': { to: 'color-accent', since: '1.3.0', removedIn: '2.0.0' },
    newestProducts: { to: 'productGrid', since: '1.1.0', removedIn: '2.0.0' },
    'product.afterCost': { to: 'product.afterPrice', since: '1.1.0', removedIn: '1.2.0' },
  },
};

const css = `[data-el="banner"] { color: var(--tz-color-brand); }
[data-el='hero'] [data-part=headline] { color: var(--tz-color-brand, red); }
[data-el="carousel"] { color: var(--tz-own); }`;

const compat = (text: string, own: readonly string[] = []) => {
  const found = gated(text, 100_000);
  if (found.css === undefined) throw new Error(JSON.stringify(found.faults));
  return namesCompat(found.used, { kind: 'css', pointer: '', own: new Set(own) }, later);
};

/** A style sheet with every fix that its rows offer, the last place first. */
const mended = (text: string, rows: readonly CompatRow[]): string =>
  rows
    .flatMap(({ fix }) => (fix?.kind === 'css' ? [fix] : []))
    .toSorted((left, right) => right.start - left.start)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);

describe('names of a style sheet', () => {
  test('that were renamed are told with the stretch that takes the new name', () => {
    const { breaking, warnings } = compat(css, ['own']);
    expect(warnings.map(({ code, name, since }) => `${code} ${name} ${since}`)).toEqual([
      'alias banner 1.2.0',
      'alias --tz-color-brand 1.3.0',
      'alias --tz-color-brand 1.3.0',
    ]);
    expect(breaking.map(({ code, name, since }) => `${code} ${name} ${since}`)).toEqual([
      'removed headline 1.4.0',
      'unknown carousel null',
    ]);
    const fixed = mended(css, [...breaking, ...warnings]);
    expect(fixed).toContain(`[data-el='hero'] [data-part=title] { color: var(--tz-color-accent, red); }`);
    expect(compat(fixed, ['own'])).toMatchObject({ breaking: [{ name: 'carousel' }], warnings: [] });
  });

  test('that a theme brings are known only to that theme', () => {
    expect(compat('[data-el="hero"] { color: var(--tz-own) }').breaking).toMatchObject([
      { code: 'unknown', name: '--tz-own' },
    ]);
  });
});

/** A body with the steps of a patch. */
function patched(body: unknown, steps: readonly PatchStep[]): unknown {
  const copy = structuredClone(body) as Record<string, unknown>;
  const placeOf = (pointer: string) => {
    const parts = pointer
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = parts.pop() as string;
    const holder = parts.reduce((at, part) => at[part] as Record<string, unknown>, copy);
    return { holder, last };
  };
  for (const step of steps) {
    const { holder, last } = placeOf(step.path);
    if (step.op === 'replace') holder[last] = step.value;
    else {
      const from = placeOf(step.from);
      holder[last] = from.holder[from.last];
      delete from.holder[from.last];
    }
  }
  return copy;
}

describe('names of a design', () => {
  const old = (): Bundle => {
    const bundle = startingBundle(sade100);
    Object.assign(bundle.nodes['home-newest'] as object, { type: 'newestProducts' });
    Object.assign(bundle.zones, {
      'product.afterCost': [{ id: 'blk', extension: 'yorum', block: 'liste', config: {} }],
    });
    return bundle;
  };
  const check = (body: unknown) =>
    bundleCompat(body, { kind: 'bundle', pointer: '', contract: later, caller: { lane: 'test', isKnown: true } });

  test('that were renamed are told with a patch that applies, after which nothing is told', async () => {
    const { breaking, warnings } = await check(old());
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['alias /nodes/home-newest/type']);
    expect(breaking.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['removed /zones/product.afterCost']);
    const steps = [...breaking, ...warnings].flatMap(({ fix }) => (fix?.kind === 'patch' ? fix.patch : []));
    expect(await check(patched(old(), steps))).toEqual({ breaking: [], warnings: [] });
  });

  test('whichever were renamed, each patch makes its row go and brings none, and all of them leave nothing', async () => {
    const begun = startingBundle(sade100);
    const ids = Object.keys(begun.nodes);
    const renamed = fc.record({
      nodes: fc.subarray(ids),
      zones: fc.subarray(zones.map(({ id }) => id)),
      removedIn: fc.constantFrom('1.4.0', '2.0.0'),
    });
    await fc.assert(
      fc.asyncProperty(renamed, async ({ nodes, zones: places, removedIn }) => {
        const body = startingBundle(sade100);
        const aliases: Record<string, KitContract['aliases'][string]> = {};
        const oldName = (name: string) => {
          aliases[`${name}Old`] = { to: name, since: '1.1.0', removedIn };
          return `${name}Old`;
        };
        for (const id of nodes)
          Object.assign(body.nodes[id] as object, { type: oldName(body.nodes[id]?.type as string) });
        for (const zone of places)
          Object.assign(body.zones, {
            [oldName(zone)]: [
              { id: `blk-${zone.toLowerCase()}`.replaceAll('.', '-'), extension: 'yorum', block: 'liste', config: {} },
            ],
          });
        const contract = { ...kit, version: '1.4.0', aliases };
        const rowsOf = async (of: unknown) => {
          const caller = { lane: 'test', isKnown: true } as const;
          const { breaking, warnings } = await bundleCompat(of, { kind: 'bundle', pointer: '', contract, caller });
          return [...breaking, ...warnings];
        };
        const stepsOf = ({ fix }: CompatRow) => (fix?.kind === 'patch' ? fix.patch : []);
        const rows = await rowsOf(body);
        expect(rows).toHaveLength(nodes.length + places.length);
        for (const row of rows.slice(0, 3)) {
          const left = await rowsOf(patched(body, stepsOf(row)));
          expect(left).toEqual(rows.filter((each) => each !== row));
        }
        expect(await rowsOf(patched(body, rows.flatMap(stepsOf)))).toEqual([]);
      }),
      { numRuns: runsOf(100) },
    );
  });

  test('that nobody knows break', async () => {
    const bundle = old();
    Object.assign(bundle.nodes['home-hero'] as object, { type: 'carousel' });
    const { breaking } = await check(bundle);
    expect(breaking.map(({ code, pointer }) => `${code} ${pointer}`)).toContain('unknown_type /nodes/home-hero/type');
  });

  test('of something that is no design are told as its form', async () => {
    expect((await check([1])).breaking[0]).toMatchObject({ code: 'shape' });
  });
});

test('names of the API in a text are told where this release lacks them, once each', () => {
  const names = {
    ids: new Set(['catalog.price.set', 'orders.list']),
    scopes: new Set(['catalog:write']),
    paths: ['/v1/orders/{ord}', '/v1/orders'],
  };
  const text = `run('catalog.price.sett'); run("catalog.price.set"); need('catalog:wrote'); fetch('/v1/orders/' + id);
    fetch(\`/v1/orders/\${id}\`); fetch('/v1/ordrs'); run('catalog.price.sett'); use('lodash.map')`;
  expect(textCompat(text, '/files/a.ts', names).warnings.map(({ code, name }) => `${code} ${name}`)).toEqual([
    'near catalog.price.sett',
    'near catalog:wrote',
    'unknown /v1/ordrs',
  ]);
});
