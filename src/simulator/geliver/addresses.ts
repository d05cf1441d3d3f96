import { objectIn, optionalTextIn, textIn } from './body';
import { badRequest, refused } from './errors';
import { isCityCode } from './geography';
import { idOf } from './id';
import type { Address } from './wire';

/** The addresses of an account. */
export class Addresses {
  private readonly all: Address[] = [];

  constructor(private readonly seed: number) {}

  /** @throws {Refused} 400 of a field that is missing, or a short name that another one has */
  create(body: Buffer): Address {
    const sent = objectIn(body);
    const isRecipientAddress = sent.isRecipientAddress === true;
    const shortName = optionalTextIn(sent, 'shortName');
    if (shortName !== undefined && this.all.some((address) => address.shortName === shortName))
      throw badRequest('E1011', 'Bu kısa ad başka bir adreste kullanılıyor.');
    const address = {
      id: idOf(this.seed, this.all.length, 'address'),
      ...recipientIn(sent),
      ...(isRecipientAddress ? {} : { zip: textIn(sent, 'zip'), email: textIn(sent, 'email') }),
      ...(shortName === undefined ? {} : { shortName }),
      isRecipientAddress,
    };
    this.all.push(address);
    return address;
  }

  /** @throws {Refused} 404 */
  get(id: string): Address {
    const found = this.all.find((address) => address.id === id);
    if (!found) throw refused(404, 'E1010', 'Adres kaydı bulunamadı.');
    return found;
  }

  remove(id: string): void {
    this.all.splice(this.all.indexOf(this.get(id)), 1);
  }

  list(isRecipient: string | null): readonly Address[] {
    if (isRecipient === null) return this.all;
    return this.all.filter(({ isRecipientAddress }) => String(isRecipientAddress) === isRecipient);
  }
}

/** An address as it stands in a shipment. @throws {Refused} 400 */
export function recipientIn(sent: Record<string, unknown>): Omit<Address, 'id' | 'isRecipientAddress'> {
  const cityCode = textIn(sent, 'cityCode');
  if (!isCityCode(cityCode)) throw badRequest('E1012', 'cityCode 01 ile 81 arasında olmalıdır.');
  const phone = textIn(sent, 'phone');
  if (!/^\+?\d{10,14}$/.test(phone)) throw badRequest('E1013', 'Telefon numarası geçersiz.');
  const email = optionalTextIn(sent, 'email');
  const cityName = optionalTextIn(sent, 'cityName');
  const zip = optionalTextIn(sent, 'zip');
  return {
    name: textIn(sent, 'name'),
    phone,
    address1: textIn(sent, 'address1'),
    countryCode: textIn(sent, 'countryCode'),
    cityCode,
    districtName: textIn(sent, 'districtName'),
    ...(email === undefined ? {} : { email }),
    ...(cityName === undefined ? {} : { cityName }),
    ...(zip === undefined ? {} : { zip }),
  };
}
