import path from 'node:path';
import { flag, hostAndPort, integer, sealed, setting, text, url } from '../kernel/declaration/setting';
import { orEmpty, port } from './readers';

/** Settings of the address and the data of the product, of Postgres and Temporal, and of the demo. */
export const ground = {
  port: setting(
    'PORT',
    '4000',
    'Port of the HTTP API; one that is stated is had or refused, and `npm start` without one moves on to a free one. 0: any free one, also for what `npm start` runs beside it.',
    port,
  ),
  host: setting('HOST', '127.0.0.1', 'Address that the HTTP API listens on.', text),
  publicUrl: setting(
    'TEZGAH_PUBLIC_URL',
    '',
    'Base URL that people and programs use, when a proxy stands in front. With https the session cookie is Secure. Passkeys are made for its host.',
    text,
  ),
  dataFolder: setting(
    'TEZGAH_DATA',
    '.data',
    'Folder of the embedded Postgres and Temporal data, keys, run.json, and in `objects` the bytes of uploads and pictures: API and worker share that.',
    (raw) => path.resolve(raw),
  ),
  databaseUrl: sealed(
    setting(
      'DATABASE_URL',
      '',
      'Postgres to use; empty: `npm start` runs an embedded one.',
      orEmpty(url('postgres:', 'postgresql:')),
    ),
  ),
  databaseOwnerUrl: sealed(
    setting(
      'TEZGAH_DATABASE_OWNER_URL',
      '',
      'The same database as its owner, for migrations alone: they make the login of DATABASE_URL, which may then do nothing else. Empty: DATABASE_URL.',
      orEmpty(url('postgres:', 'postgresql:')),
    ),
  ),
  databasePoolSize: setting('TEZGAH_DATABASE_POOL', '20', 'Postgres connections of one process.', integer(2, 200)),
  temporalAddress: setting(
    'TEMPORAL_ADDRESS',
    '',
    'Temporal to use; empty: `npm start` runs a local one.',
    orEmpty(hostAndPort),
  ),
  temporalNamespace: setting('TEMPORAL_NAMESPACE', 'default', 'Temporal namespace.', text),
  taskQueue: setting('TEZGAH_TASK_QUEUE', 'tezgah', 'Temporal task queue of the workflows and their activities.', text),
  temporalUiPort: setting('TEMPORAL_UI_PORT', '8233', 'Port of the local Temporal UI; as PORT.', port),
  durable: setting(
    'TEZGAH_DURABLE',
    '1',
    '0: the embedded Postgres and Temporal do not wait for the disk. For tests only.',
    flag,
  ),
  demo: setting('TEZGAH_DEMO', '1', '0: no demo store and no simulators of providers.', flag),
  demoHost: setting(
    'TEZGAH_DEMO_HOST',
    '',
    'With TEZGAH_DEMO=1: host on which the demo of the split product simulates the providers. A provider whose address is not stated is asked there. Empty: none.',
    text,
  ),
  demoProducts: setting(
    'TEZGAH_DEMO_PRODUCTS',
    '5000',
    'Products that the simulated marketplace offers.',
    integer(1, 1_000_000),
  ),
};
