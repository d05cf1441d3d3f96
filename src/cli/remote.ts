import type { commandSchema, entitySchema, routeSchema } from '../command/view';
import type { Static } from '../kernel/schema/schema';
import type { Client, Request } from './client';
import { CliError } from './exit';
import { digestOf, type Settings } from './settings';
import { surroundings } from './surroundings';
import { isOlder, version } from './version';

export type RemoteRoute = Static<typeof routeSchema>;
export type RemoteCommand = Static<typeof commandSchema>;

/** The commands and routes that the server offers to this credential. */
export interface Registry {
  readonly registryHash: string;
  readonly routes: readonly RemoteRoute[];
  readonly commands: readonly RemoteCommand[];
  /** The meanings of the fields of changes. */
  readonly entities: readonly Static<typeof entitySchema>[];
  /** Store of the credential; known after the first command. */
  readonly storeId?: string;
}

/** The registry of a server. Asked for once per `registryHash` and credential, then read from the cache folder. */
export class Remote {
  private readonly file: string;

  constructor(
    private readonly client: Client,
    settings: Settings,
  ) {
    const { url, credential } = settings;
    const secret = credential?.kind === 'token' ? credential.token : (credential?.session.cookie ?? '');
    this.file = `${digestOf(url, secret)}.json`;
  }

  /** @throws {CliError} usage, code `cli_outdated` */
  async open(options: { readonly retryMs?: number } = {}): Promise<Registry> {
    const meta = await this.meta(options);
    const cached = this.cached();
    if (cached?.registryHash === meta.registryHash) return cached;
    const [routes, commands] = await Promise.all([this.client.get('/v1/routes'), this.client.get('/v1/commands')]);
    const registry: Registry = {
      registryHash: meta.registryHash,
      routes: routes.items,
      commands: commands.items,
      entities: commands.entities,
    };
    this.keep(registry);
    return registry;
  }

  /** The server's identity, and whether it still serves this program. */
  async meta(
    options: Pick<Request, 'retryMs' | 'credential'> = {},
  ): Promise<{ registryHash: string; buildId: string }> {
    const { body } = await this.client.send({ method: 'GET', path: '/v1/meta', ...options });
    if (typeof body?.registryHash !== 'string')
      throw new CliError('usage', 'usage', 'What answers at this address is not a Tezgâh API.');
    if (isOlder(version(), String(body.minCli)))
      throw new CliError(
        'usage',
        'cli_outdated',
        `This tezgah is ${version()}, and the server needs ${body.minCli} or newer: update it.`,
      );
    return body;
  }

  /** As it was when the server was last asked. */
  cached(): Registry | undefined {
    const registry = surroundings().cache.read<Registry>(this.file);
    const { routes, commands, entities } = registry ?? {};
    return [routes, commands, entities].every(Array.isArray) ? registry : undefined;
  }

  /** The store that a command names in its envelope. */
  async storeId(): Promise<string> {
    const known = this.cached()?.storeId;
    if (known) return known;
    const { storeId } = await this.client.get('/v1/tokens/me');
    const cached = this.cached();
    if (cached) this.keep({ ...cached, storeId });
    return storeId;
  }

  private keep(registry: Registry): void {
    surroundings().cache.write(this.file, registry);
  }
}
