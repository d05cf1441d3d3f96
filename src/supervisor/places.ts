import path from 'node:path';
import type { Config } from '../config';
import { readJson, writeAtomically } from '../embedded/file-lock';
import type { Simulator } from './parts';
import { Ports, type Reservation } from './ports';

const defaultPorts = { postgres: 15_432, temporal: 7233 };

interface PortsFile {
  readonly postgres: number | undefined;
  readonly temporal: number | undefined;
  /** By the key of the provider. */
  readonly simulators?: Readonly<Record<string, number>>;
}

/** The ports on which our own programs listen. */
export interface Doors {
  readonly api: Reservation;
  /** One for each process that tells of itself. */
  readonly metrics: { readonly api: Reservation; readonly worker: Reservation; readonly storefront: Reservation };
  readonly checkout: Reservation;
  readonly storefront: Reservation;
}

/** A simulator with the port that it will have. */
export type PlacedSimulator = Simulator & { readonly at: Reservation; readonly address: string };

/** Chooses the ports of one start: those that settings state, those that an earlier start had, or free ones. */
export class Places {
  private readonly ports: Ports;

  constructor(
    private readonly config: Config,
    say: (line: string) => void,
  ) {
    this.ports = new Ports(say);
  }

  /** @throws {ConfigError} when a port that a setting states is not to be had */
  async doors(): Promise<Doors> {
    const { config } = this;
    const api = await this.statedOr('PORT', 'the API', config.port, config.host);
    const metrics = await this.metrics();
    const checkout = await this.statedOr(
      'TEZGAH_CHECKOUT_PORT',
      'the checkout',
      config.checkoutPort ?? 0,
      config.checkoutHost,
    );
    const storefront = await this.statedOr(
      'TEZGAH_STOREFRONT_PORT',
      'the storefront',
      // A supervisor that takes any port for the API takes any for the storefront.
      config.stated.has('TEZGAH_STOREFRONT_PORT') ? config.storefrontPort : this.wanted(config.storefrontPort),
      config.storefrontHost,
    );
    return { api, metrics, checkout, storefront };
  }

  /** Takes one port for each process that tells of itself: those that a setting states, or any free ones. */
  private async metrics(): Promise<Doors['metrics']> {
    const { metricsPort: port = 0, metricsHost: host } = this.config;
    const [setting, purpose] = ['TEZGAH_METRICS_PORT', 'the metrics of'];
    return {
      api: await this.statedOr(setting, `${purpose} the API`, port, host),
      worker: await this.ports.take(`${purpose} the worker`, port === 0 ? 0 : port + 1, { host }),
      storefront: await this.ports.take(`${purpose} the storefront`, port === 0 ? 0 : port + 2, { host }),
    };
  }

  postgres(): Promise<Reservation> {
    const last = this.lastPorts().postgres ?? 0;
    return this.ports.take('Postgres', this.wanted(defaultPorts.postgres), { last });
  }

  temporal(): Promise<Reservation> {
    const last = this.lastPorts().temporal ?? 0;
    return this.ports.take('Temporal', this.wanted(defaultPorts.temporal), { last });
  }

  /** @throws {ConfigError} when a setting states the port and it is not to be had */
  temporalUi(): Promise<Reservation> {
    return this.statedOr('TEMPORAL_UI_PORT', 'the Temporal UI', this.config.temporalUiPort);
  }

  async simulators(all: readonly Simulator[]): Promise<PlacedSimulator[]> {
    const placed: PlacedSimulator[] = [];
    for (const simulator of all) {
      // Addresses that it has told stay as they were: products point at its pictures.
      const last = this.lastPorts().simulators?.[simulator.key] ?? 0;
      const at = await this.ports.take(`the simulator of ${simulator.key}`, this.wanted(simulator.port), { last });
      placed.push({ ...simulator, at, address: `http://127.0.0.1:${at.port}` });
    }
    return placed;
  }

  /** Writes ports down, so that the next start prefers them. @param servers undefined: not a server of this product */
  remember(servers: Pick<PortsFile, 'postgres' | 'temporal'>, simulators: readonly PlacedSimulator[]): void {
    const ports: PortsFile = {
      ...servers,
      simulators: Object.fromEntries(simulators.map(({ key, at }) => [key, at.port])),
    };
    writeAtomically(this.file, JSON.stringify(ports));
  }

  /** Lets all ports go, also those that children have. */
  end(): void {
    this.ports.end();
  }

  /** A port that a setting states, or else what is free near its default. */
  private statedOr(setting: string, purpose: string, wanted: number, host = '127.0.0.1'): Promise<Reservation> {
    const isStated = wanted !== 0 && this.config.stated.has(setting);
    return isStated ? this.ports.exactly(setting, purpose, wanted, host) : this.ports.take(purpose, wanted, { host });
  }

  /** An operator who takes any port for the API wants to be out of everybody's way. */
  private wanted(port: number): number {
    return this.config.port === 0 ? 0 : port;
  }

  private lastPorts(): Partial<PortsFile> {
    return readJson<Partial<PortsFile>>(this.file) ?? {};
  }

  private get file(): string {
    return path.join(this.config.dataFolder, 'ports.json');
  }
}
