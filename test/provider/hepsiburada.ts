import { hepsiburada } from '../../src/provider/hepsiburada/provider';
import { providerHttp } from '../../src/provider/http';
import type { ChannelAdapter } from '../../src/provider/port';
import {
  type HepsiburadaSimulator,
  type HepsiburadaSimulatorOptions,
  startHepsiburadaSimulator,
} from '../../src/simulator/hepsiburada/server';

/** Nobody gives up. */
const stays = new AbortController().signal;

/** The account that the simulator lets in. */
export const account = {
  config: { merchantId: 'b2910839-83b9-4d45-adb6-86bad457edcb', integrator: 'tezgah_dev' },
  secrets: { serviceKey: 'demo-service-key' },
};

/** The adapter of Hepsiburada, as the product connects it. @param address `http://host:port` of its simulator */
export const adapterAt = (address: string, changed: Partial<typeof account> = {}): ChannelAdapter =>
  hepsiburada.channel?.connect(
    { ...account, ...changed },
    { url: `${address}/{service}`, pictures: [] },
    providerHttp('Hepsiburada'),
  ) as ChannelAdapter;

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
export type Answer = any;

/** Asks a simulator for what no seller may. */
export async function control(address: string, method: string, path: string, sent?: object): Promise<Answer> {
  const response = await fetch(new URL(`/__simulator${path}`, address), {
    method,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return body;
}

export interface HepsiburadaThere {
  readonly simulator: HepsiburadaSimulator;
  readonly adapter: ChannelAdapter;
  readonly signal: AbortSignal;
  control(method: string, path: string, sent?: object): Promise<Answer>;
  /** Barcode of an item that it sells. */
  barcode(at: number): string;
}

const open: HepsiburadaSimulator[] = [];

/** A simulator, and the adapter at it. */
export async function hepsiburadaThere(options: HepsiburadaSimulatorOptions = {}): Promise<HepsiburadaThere> {
  const simulator = await startHepsiburadaSimulator({ products: 30, ...options });
  open.push(simulator);
  return {
    simulator,
    adapter: adapterAt(simulator.url),
    signal: stays,
    control: (method, path, sent) => control(simulator.url, method, path, sent),
    barcode: (at) => simulator.goods.all[at]?.barcode as string,
  };
}

export async function closeHepsiburada(): Promise<void> {
  for (const simulator of open.splice(0)) await simulator.close();
}
