import { setTimeout as sleep } from 'node:timers/promises';
import { cargoAnswer } from '../../src/cargo/provider/answer';
import { offersFor } from '../../src/order/booking/offers';
import { ProviderUnavailable } from '../../src/provider/error';

const waiting = { completedPercent: 10, unreadable: 0 };
const offer = { offerId: 'o1', carrier: 'SURAT', service: 'SURAT_STANDART', price: 9_890, days: null };

describe('the answer of a provider of cargo', () => {
  test('that does not come in time is told as that, whatever was waiting for it', async () => {
    const late = cargoAnswer((signal) => sleep(60_000, undefined, { signal }), 20);
    await expect(late).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  });

  test('has the offers that came, also where the next look fails', async () => {
    const looks = [
      { ...waiting, offers: [] },
      { ...waiting, offers: [offer] },
    ];
    const adapter = {
      requestOffers: async () => 's1',
      readOffers: async () => {
        const look = looks.shift();
        if (!look) throw new ProviderUnavailable('Geliver did not answer.');
        return look;
      },
    };
    const asked = offersFor(adapter, {} as Parameters<typeof offersFor>[1], AbortSignal.timeout(15_000));
    await expect(asked).resolves.toMatchObject({ offers: [offer], completedPercent: 10 });
  });
});
