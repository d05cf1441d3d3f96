import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { hashPassword, passwordSalt } from '../account/password';
import { loadConfig } from '../config';
import { providers } from '../extension/provider/list';
import { exampleId } from '../kernel/declaration/example';
import { type Principal, systemPrincipal } from '../kernel/declaration/principal';
import type { Scope } from '../kernel/declaration/scopes';
import { newId, newUlid } from '../kernel/ids';
import { createLog } from '../kernel/log';
import type { KeyEnvironment } from '../keys/source';
import { drawVariantsOf } from '../media/image/draw-variants';
import upload from '../media/media.upload';
import { openPlatform, type Platform } from '../platform';
import checkoutSettings from '../settings/settings.checkout.update';
import identitySettings from '../settings/settings.identity.update';
import { insertStore, storeExists, storeSlug } from '../store/store';
import { demoDesign, designedPictures } from './design';
import { pngOf } from './drawing/png';
import { type DemoProducts, keepSession, seedOrders } from './orders';
import { type FilledShelves, fillShelves } from './shelves/fill';
import { knownDrawings } from './shelves/known';
import type { SeedRun } from './shelves/seed-run';
import type { Known } from './shelves/shelf';

export interface DemoStore {
  readonly storeId: string;
  /** The store's name in addresses. */
  readonly slug: string;
  readonly owner: { readonly email: string; readonly password: string };
  readonly tokens: { readonly agent: string; readonly developer: string };
}

export interface Demo extends DemoStore {
  /** A second store, so that isolation can always be tried. */
  readonly otherStore: DemoStore;
}

export interface DemoOptions {
  readonly databaseUrl: string;
  readonly keys: KeyEnvironment;
  /** Holds demo.json (0600): the credentials, which the database knows only as digests. */
  readonly dataFolder: string;
}

/** Fixed before anything is written, so that a seed that was killed goes on with the same ids and keys. */
interface Plan {
  readonly storeId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly keys: readonly string[];
  readonly tokens?: DemoStore['tokens'];
}

const KEYS_MAX = 500;
/** A design names pictures that are drawn; the worker draws all others later. */
const DRAWN_WITHIN_MS = 90_000;

/** Opens the demo stores, once per database. Everything in them is written by commands, so the audit log tells how they came to be. */
export async function seedDemo({ databaseUrl, keys, dataFolder }: DemoOptions): Promise<Demo> {
  const file = path.join(dataFolder, 'demo.json');
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    ...keys,
    TEZGAH_DATABASE_POOL: '4',
    TEZGAH_DATA: dataFolder,
  });
  const platform = await openPlatform({ config, log: createLog('demo', 'silent'), applicationName: 'tezgah-demo' });
  // The worker hands on what is queued here: it knows where Temporal is. At its usual address may be that of another product.
  await platform.outbox.stop();
  try {
    let plans = readPlans(file);
    const finished = plans?.every(({ tokens }) => tokens) ?? false;
    if (!plans || (finished && !(await allExist(platform, plans)))) {
      plans = [
        newPlan('Kahve Dükkânı', 'sahip@demo.tezgah.example'),
        newPlan('Öteki Dükkân', 'sahip@oteki.tezgah.example'),
      ];
      writePlans(file, plans);
    }
    if (plans.some(({ tokens }) => !tokens)) {
      plans = [
        await seedStore(platform, plans[0] as Plan, { exampleIds: true }),
        // Ids of its own: what the one store shows must not be there in the other one.
        await seedStore(platform, plans[1] as Plan, { exampleIds: false }),
      ];
      writePlans(file, plans);
    }
    const stores = plans.map(async (plan) => demoStore(plan, await slugOf(platform, plan)));
    const [demo, otherStore] = (await Promise.all(stores)) as [DemoStore, DemoStore];
    return { ...demo, otherStore };
  } finally {
    await platform.close();
  }
}

const newPlan = (name: string, email: string): Plan => ({
  storeId: newId('str'),
  ownerId: newId('own'),
  name,
  email,
  password: randomBytes(9).toString('base64url'),
  keys: Array.from({ length: KEYS_MAX }, () => newUlid()),
});

const slugOf = ({ database }: Platform, { storeId }: Plan): Promise<string> =>
  storeSlug(database.reader(storeId), storeId);

const demoStore = ({ storeId, email, password, tokens }: Plan, slug: string): DemoStore => ({
  storeId,
  slug,
  owner: { email, password },
  tokens: tokens as DemoStore['tokens'],
});

const readPlans = (file: string): Plan[] | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Plan[]) : undefined;

function writePlans(file: string, plans: readonly Plan[]): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(plans, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function allExist({ database }: Platform, plans: readonly Plan[]): Promise<boolean> {
  const found = await Promise.all(plans.map(({ storeId }) => storeExists(database, storeId)));
  return found.every(Boolean);
}

async function seedStore(platform: Platform, plan: Plan, { exampleIds }: { exampleIds: boolean }): Promise<Plan> {
  const { storeId, ownerId, name, email, password, keys } = plan;
  if (!(await storeExists(platform.database, storeId))) {
    const salt = passwordSalt(platform.services.digests, email);
    await insertStore(platform.database, {
      id: storeId,
      name,
      owner: { id: ownerId, email, passwordHash: await hashPassword(password, salt) },
    });
  }
  const principal = systemPrincipal(storeId, 'demo');
  let next = 0;
  const run: SeedRun = async (command, payload, ids) => {
    const reservedIds = exampleIds ? ids : undefined;
    const { body } = await execute(platform, principal, command, payload, keys[next++] as string, reservedIds);
    return body as Awaited<ReturnType<SeedRun>>;
  };
  const { pictured, products, known } = await seedCatalog(run);
  await seedProviders(run);
  await seedHooks(run);
  await run('settings.identity.update', identitySettings.example);
  // A demo is looked at for longer than a shop waits.
  await run('settings.checkout.update', { ...checkoutSettings.example, transferDays: null });
  const course = await seedCodes(run);
  const bringNext: SeedBring = (picture, ids = []) =>
    bring(platform, principal, picture, keys[next++] as string, exampleIds ? ids : []);
  await seedPictures(run, pictured, bringNext);
  await seedOrders(run, (session) => {
    const id = exampleIds ? session.id : `chs_${keys[next++]}`;
    return keepSession(platform, storeId, session, { id, products });
  });
  // One shop that makes a visitor want it is enough: the other one shows that nothing of it is there.
  const all = { ...known, products: { ...known.products, 'Barista Kursu': course } };
  const shelves = exampleIds ? await fillShelves(run, all, bringNext) : undefined;
  for (const mediaId of shelves ? designedPictures(shelves) : [])
    await drawVariantsOf(platform, { storeId, mediaId }, 'webp', AbortSignal.timeout(DRAWN_WITHIN_MS));
  await seedDesign(run, shelves);
  const mint = async (kind: 'agent' | 'developer', scopes: Scope[]): Promise<string> => {
    const label = kind === 'agent' ? 'Demo ajanı' : 'Demo geliştiricisi';
    const { once } = await execute(
      platform,
      principal,
      'token.mint',
      { kind, label, scopes, expiresInDays: 3650 },
      newUlid(),
    );
    return String(once?.token);
  };
  const agent = await mint('agent', [
    'catalog:read',
    'design:read',
    'catalog:write',
    'design:write',
    'proposals:write',
    'sandbox:use',
  ]);
  const developer = await mint('developer', [
    'catalog:read',
    'catalog:write',
    'design:read',
    'design:write',
    'orders:read',
    'orders:write',
    'store:admin',
    'secrets:write',
  ]);
  return { ...plan, tokens: { agent, developer } };
}

/** Brings a PNG as an upload. */
export async function bring(
  { bus, services }: Platform,
  principal: Principal,
  picture: Uint8Array,
  key: string,
  reservedIds: readonly string[] = [],
): Promise<{ id: string }> {
  const kept = await services.objects.put(principal.storeId, Readable.from([picture]));
  const payload = { file: { ...kept, type: 'image/png' } };
  const outcome = await bus.execute({ principal, mutation: upload, payload, key, reservedIds });
  return outcome.body as { id: string };
}

async function execute(
  { bus, services }: Platform,
  principal: Principal,
  id: string,
  payload: unknown,
  key: string,
  reservedIds: readonly string[] = [],
) {
  const { capabilities } = services;
  const mutation = capabilities.mutation(id) ?? capabilities.runtimeCommands.find((each) => each.id === id);
  if (!mutation) throw new Error(`the demo needs ${id}`);
  const outcome = await bus.execute({ principal, mutation, payload, key, reservedIds });
  if (outcome.status !== 200) throw new Error(`the demo could not run ${id}: ${JSON.stringify(outcome.body)}`);
  return outcome;
}

/**
 * Makes a small shop by hand. Things in examples have the id that the examples name. @returns a product that has a picture, the ordered
 * ones, and all by their names
 */
export async function seedCatalog(
  run: SeedRun,
): Promise<{ readonly pictured: string; readonly products: DemoProducts; readonly known: Known }> {
  const coffee = await run('catalog.category.create', { name: 'Kahve', taksitCap: 6 }, [exampleId('cat', 'KAHVE')]);
  const gear = await run('catalog.category.create', { name: 'Ekipman', taksitCap: 12 });
  const products = [
    await run(
      'catalog.product.create',
      {
        title: 'Türk Kahvesi 250 g',
        price: 14_990,
        stock: 120,
        categoryId: coffee.id,
        vatRate: 1,
      },
      [exampleId('prd', 'KAHVE')],
    ),
    await run(
      'catalog.product.create',
      {
        title: 'Filtre Kahve Çekirdeği',
        price: 32_900,
        compareAt: 37_900,
        categoryId: coffee.id,
        vatRate: 1,
        variants: [
          { title: '250 g', sku: 'FKC-250', stock: 40 },
          { title: '1 kg', sku: 'FKC-1000', stock: 12, price: 109_900 },
        ],
      },
      [exampleId('prd', 'FKC'), exampleId('var', 'FKC250'), exampleId('var', 'FKC1000')],
    ),
    await run(
      'catalog.product.create',
      {
        title: 'Bakır Cezve',
        price: 54_900,
        stock: 18,
        categoryId: gear.id,
        vatRate: 20,
      },
      [exampleId('prd', 'CEZVE')],
    ),
    await run('catalog.product.create', {
      title: 'Kahve Değirmeni',
      price: 129_900,
      stock: 7,
      categoryId: gear.id,
      vatRate: 20,
    }),
  ];
  const collection = await run('catalog.collection.create', { title: 'Çok Satanlar' }, [exampleId('col', 'SATAN')]);
  await run('catalog.collection.setProducts', {
    collectionId: collection.id,
    productIds: products.map(({ id }) => id),
  });
  const [kahve, filter, cezve, mill] = products as readonly Made[] as readonly [Made, Made, Made, Made];
  return {
    pictured: filter.id,
    products: { KAHVE: kahve.id, CEZVE: cezve.id },
    known: {
      categories: { Kahve: coffee.id, Ekipman: gear.id },
      products: {
        'Türk Kahvesi 250 g': kahve.id,
        'Filtre Kahve Çekirdeği': filter.id,
        'Bakır Cezve': cezve.id,
        'Kahve Değirmeni': mill.id,
      },
    },
  };
}

/** Every provider that has a simulator, connected to it: a marketplace to import a large shop from. */
export async function seedProviders(run: SeedRun): Promise<void> {
  for (const { manifest, simulator } of providers) {
    if (!simulator) continue;
    const { config, secrets } = simulator.account;
    const extension = manifest.key;
    await run('extension.install', { extension });
    for (const [key, value] of Object.entries(secrets)) await run('secret.set', { extension, key, value });
    await run('extension.configure', { extension, config });
    await run('extension.enable', { extension });
  }
}

/** Installs the extensions whose hooks decide along the checkout. */
export async function seedHooks(run: SeedRun): Promise<void> {
  const configs = {
    campaign: { percent: 10, from: 100_000, label: 'Sezon indirimi' },
    'cash-rules': { totalMax: 500_000 },
  };
  for (const [extension, config] of Object.entries(configs)) {
    await run('extension.install', { extension });
    await run('extension.configure', { extension, config });
    await run('extension.enable', { extension });
  }
}

/**
 * The design that shoppers see from the first request on: the older version of its theme, so that an upgrade can be tried.
 * @param shelves that it shows; undefined: the template as it is
 */
async function seedDesign(run: SeedRun, shelves: FilledShelves | undefined): Promise<void> {
  await run('design.draftFromTemplate', { template: 'katalog', workspace: 'main' });
  if (shelves) await run('design.draft.put', { workspace: 'main', body: demoDesign(shelves), expectedRev: 1 });
  await run('design.publish', { label: 'İlk tasarım' });
}

/** Sells a course that is paid for and entered with a code. @returns the identifier of its product */
export async function seedCodes(run: SeedRun): Promise<string> {
  const course = await run(
    'catalog.product.create',
    { title: 'Barista Kursu', price: 49_900, vatRate: 20, requiresShipping: false },
    [exampleId('prd', 'BAR')],
  );
  await run('catalog.product.setDigital', { productId: course.id, digital: { kind: 'code_pool' } });
  await run('catalog.digital.codes.add', { productId: course.id, codes: ['BAR-2H5P-0N7R', 'BAR-6C9V-3J1S'] });
  return course.id;
}

interface Made {
  readonly id: string;
}

type SeedBring = (picture: Uint8Array, ids?: readonly string[]) => Promise<{ id: string }>;

/** Brings a picture that nothing shows, one that a product shows, and one that waits to be made a media file. */
export async function seedPictures(run: SeedRun, pictured: string, bringPicture: SeedBring): Promise<void> {
  const { turkish, filter, cezve } = knownDrawings;
  const tin = await bringPicture(await pngOf(turkish), [exampleId('upl', 'KAHVE')]);
  await run('catalog.media.commit', { uploadId: tin.id, name: 'Türk kahvesi' }, [exampleId('med', 'KAHVE')]);
  const bag = await bringPicture(await pngOf(filter), [exampleId('upl', 'FKC')]);
  const file = await run('catalog.media.commit', { uploadId: bag.id, name: 'Filtre kahve' }, [exampleId('med', 'FKC')]);
  await run('catalog.product.setMedia', {
    productId: pictured,
    media: [{ mediaId: file.id, alt: 'Filtre kahve çekirdekleri' }],
  });
  await bringPicture(await pngOf(cezve), [exampleId('upl', 'CEZVE')]);
}
