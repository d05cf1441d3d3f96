import type { CargoAddress, OfferRequest, SenderAddress } from '../../src/provider/cargo-port';
import { GeliverCargo } from '../../src/provider/geliver/cargo';
import { GeliverClient } from '../../src/provider/geliver/client';
import { providerHttp } from '../../src/provider/http';
import { pictureHosts } from '../../src/provider/picture/hosts';
import {
  type GeliverSimulator,
  type GeliverSimulatorOptions,
  startGeliverSimulator,
} from '../../src/simulator/geliver/server';

export const WEBHOOK_SECRET = 'webhook-secret-of-a-test';

export const depot: SenderAddress = {
  name: 'Kahve Tezgâhı',
  phone: '+905321234567',
  email: 'depo@kahvetezgahi.example',
  address: 'Yeni Mahalle, Depo Sokak 4',
  city: 'İstanbul',
  district: 'Esenyurt',
  postalCode: '34510',
  reference: 'depo-1',
};

export const buyer: CargoAddress = {
  name: 'Şule Çağlı',
  phone: '+905337654321',
  email: null,
  address: 'Moda Caddesi 12/3',
  city: 'istanbul',
  district: 'Kadıköy',
  postalCode: null,
};

/** A call with all that it needs, of a parcel of 4 desi. */
export const parcelTo = (senderId: string, reference: string, more: Partial<OfferRequest> = {}): OfferRequest => ({
  parcel: { lengthCm: 30, widthCm: 20, heightCm: 20, weightGrams: 1_500 },
  senderId,
  recipient: buyer,
  contents: [{ title: 'Türk Kahvesi', quantity: 2 }],
  value: 37_980,
  cashOnDelivery: null,
  reference,
  ...more,
});

export interface CarrierSide {
  readonly simulator: GeliverSimulator;
  readonly adapter: GeliverCargo;
  /** What a test does at the provider. */
  control(method: string, resource: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

interface Wished {
  readonly test?: boolean;
  readonly token?: string;
  /** From where labels are fetched. @default where the simulator is */
  readonly labels?: string;
}

/** The adapter, and a simulated provider that it asks. */
export async function carrierSide(
  { test = false, token = 'demo-token', labels }: Wished = {},
  options: GeliverSimulatorOptions = {},
): Promise<CarrierSide> {
  const simulator = await startGeliverSimulator(options);
  const { origin } = new URL(simulator.url);
  const client = new GeliverClient(simulator.url, token, providerHttp('Geliver'));
  const adapter = new GeliverCargo(client, {
    test,
    storeUrl: 'https://kahvetezgahi.example',
    webhookSecret: WEBHOOK_SECRET,
    labelHosts: pictureHosts(labels ?? origin),
  });
  return {
    simulator,
    adapter,
    async control(method, resource, body) {
      const response = await fetch(`${origin}/__simulator${resource}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const said: unknown = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(said));
      return said;
    },
    close: () => simulator.close(),
  };
}
