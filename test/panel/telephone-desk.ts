import { type Enclave, openEnclave } from '../../src/enclave';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { company } from '../store/identity';
import { takesCards } from '../storefront/cards';
import { legalBody, openShopsOf, publish, type Shops, shopEnvironment } from '../storefront/shops';
import { openSite, type Site } from '../surfaces/site';
import { openDoor } from '../world/door';
import { hookThread } from '../world/hook-thread';
import { noteOpen } from '../world/open-things';
import { type Panel, signedIn } from './browser';

/** A shop that sells in every way, with the page that takes its orders by telephone. */
export interface TelephoneDesk {
  readonly site: Site;
  readonly panel: Panel;
  readonly shops: Shops;
  /** What is opened with it, in the order in which it closes. */
  readonly rest: readonly { close(): Promise<unknown> }[];
  readonly potId: string;
}

/** @param more environment, e.g. a server of mail */
export async function openTelephoneDesk(more: Readonly<Record<string, string>> = {}): Promise<TelephoneDesk> {
  const door = await openDoor();
  const iyzico = await startIyzicoSimulator({ limited: false });
  const site = await openSite({
    environment: {
      ...shopEnvironment,
      TEZGAH_STOREFRONT_URL: `http://*.localhost:${door.port}`,
      TEZGAH_CHECKOUT_PORT: '0',
      TEZGAH_CHECKOUT_KEY: 'k'.repeat(43),
      TEZGAH_IYZICO_URL: iyzico.url,
      ...more,
    },
  });
  const { world } = site;
  const enclave = (await openEnclave(world.platform, world.config, world.platform.log, hookThread(), 1)) as Enclave;
  const stopEnclave = noteOpen(() => enclave.stop());
  const shops = await openShopsOf(world, enclave.url);
  door.leadTo(shops.storefront.port);
  await publish(world, legalBody());
  const owner = { as: world.owner };
  await world.done('settings.identity.update', company, owner);
  await world.done('settings.checkout.update', checkoutSettings.example, owner);
  await takesCards(world, 'iyzico');
  const { id: potId } = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 45_000, stock: 9 });
  const variants = [
    { title: '250 g', stock: 40, barcode: '8690000000012' },
    { title: '1 kg', stock: 2, price: 109_900 },
  ];
  await world.done('catalog.product.create', { title: 'Filtre Kahve', price: 32_900, variants });
  const panel = await signedIn(site.url, world);
  panel.page.setDefaultTimeout(20_000);
  const rest = [stopEnclave, () => site.close(), () => iyzico.close(), () => door.close()].map((close) => ({ close }));
  return { site, panel, shops, rest, potId };
}

/** The acts of somebody who takes an order. */
export function telephoneActs({ page }: Panel) {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const button = (name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  return {
    heading,
    button,
    field,

    /** Adds what is typed by Enter, where it is one thing alone. */
    async add(text: string, name: string): Promise<void> {
      await field('Ürün ekle').fill(text);
      const option = page.getByRole('option', { name: new RegExp(name) });
      await option.waitFor();
      if ((await page.getByRole('option').count()) === 1) await field('Ürün ekle').press('Enter');
      else await option.click();
      await page.getByLabel(`${name}: adet`).waitFor();
    },

    async fillIn(email: string): Promise<void> {
      await field('Ad soyad').fill('Ayşe Yılmaz');
      await field('Telefon').fill('0532 123 45 67');
      await field('E-posta').fill(email);
      await field('Adres').fill('Moda Cad. No: 12 D: 3');
      await page.getByRole('combobox', { name: 'İl', exact: true }).fill('istan');
      await page.getByRole('option', { name: 'İstanbul', exact: true }).click();
      await page.getByRole('combobox', { name: 'İlçe', exact: true }).fill('kadikoy');
      await field('Posta kodu').fill('34710');
    },

    agree: () => page.getByRole('checkbox', { name: /cayma hakkını söyledim/ }).click(),

    /** @returns the id of the order that was placed */
    async placed(): Promise<string> {
      await page.waitForURL(/\/orders\/ord_/);
      return page.url().split('/').at(-1) as string;
    },
  };
}
