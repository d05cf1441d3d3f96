import path from 'node:path';
import type { Config } from '../config';
import {
  initialisePostgres,
  isInitialised,
  postgresUrl,
  runtimePostgresUrl,
  startEmbeddedPostgres,
  storefrontPostgresUrl,
} from '../embedded/postgres';
import { findTemporal, startTemporal } from '../embedded/temporal';
import { type GuardedUi, guardUi, hiddenAddress } from './guarded-ui';
import type { Places } from './places';
import type { Processes } from './processes';

export interface DatabaseUrls {
  /** The address with the product's own login. */
  readonly url: string;
  /** The login of the storefront; empty: there is none. */
  readonly storefrontUrl: string;
  /** The address with the login for migrations. */
  readonly ownerUrl: string;
}

/** A server of this start. */
interface Server {
  /** Left out of one that settings name. */
  readonly port?: number;
  readonly ready: Promise<unknown>;
}

interface TemporalServer extends Server {
  readonly address: string;
  readonly uiUrl: string | null;
}

interface ServersOptions {
  readonly config: Config;
  readonly processes: Processes;
  readonly note: (line: string) => void;
  /** Ends a download under way. */
  readonly signal: AbortSignal;
}

/** Postgres and Temporal: those that settings name, or embedded ones that are kept up here. */
export class Servers {
  private ui: GuardedUi | undefined;

  constructor(private readonly options: ServersOptions) {}

  async database(places: Places): Promise<DatabaseUrls & Server> {
    const { config, processes, note } = this.options;
    const { databaseUrl, databaseOwnerUrl, storefrontDatabaseUrl, dataFolder, durable } = config;
    if (databaseUrl !== '')
      return {
        url: databaseUrl,
        ownerUrl: databaseOwnerUrl || databaseUrl,
        storefrontUrl: storefrontDatabaseUrl,
        ready: Promise.resolve(),
      };
    const folder = path.join(dataFolder, 'postgres');
    if (!isInitialised(folder)) note('First start: making the Postgres database.');
    initialisePostgres({ dataFolder: folder });
    const place = await places.postgres();
    const { port } = place;
    const ready = processes.serve('postgres', place, (onSpawn) =>
      startEmbeddedPostgres({ dataFolder: folder, port, durable, onSpawn }),
    );
    return {
      url: runtimePostgresUrl(folder, port),
      ownerUrl: postgresUrl(folder, port),
      storefrontUrl: storefrontPostgresUrl(folder, port),
      port,
      ready,
    };
  }

  async temporal(places: Places): Promise<TemporalServer> {
    const { config, processes, note, signal } = this.options;
    const { temporalAddress, temporalNamespace: namespace, dataFolder, durable } = config;
    if (temporalAddress !== '') return { address: temporalAddress, uiUrl: null, ready: Promise.resolve() };
    const { binary, source } = await findTemporal({ progress: note, signal });
    note(`Temporal: ${source}.`);
    const place = await places.temporal();
    const { port } = place;
    let ui = await hiddenAddress();
    if (ui === undefined) note('Temporal UI: off, this system has no address where only its guard finds it.');
    const folder = path.join(dataFolder, 'temporal');
    const ready = processes.serve('temporal', place, async (onSpawn) => {
      // The guard alone knows it, so it may be another one each time.
      ui &&= await hiddenAddress();
      return startTemporal({
        binary,
        namespaces: [namespace],
        port,
        ui,
        durable,
        dataFile: path.join(folder, 'temporal.db'),
        logFile: path.join(folder, 'temporal.log'),
        onSpawn,
      });
    });
    if (ui !== undefined) this.ui = await guardUi(await places.temporalUi(), () => ui);
    return { address: `127.0.0.1:${port}`, uiUrl: this.ui?.url ?? null, port, ready };
  }

  closeUi(): Promise<void> | undefined {
    return this.ui?.close();
  }
}
