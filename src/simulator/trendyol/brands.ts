import { createHash } from 'node:crypto';
import type { Call } from '../kit/endpoint';
import { brandOfId, brandsNamed } from './catalog';
import { badRequest } from './errors';

const IMAGES_MAX = 3;
/** Above the ids of the brands that its catalog is made of. */
const FIRST_ID = 9_000_001;
const STOREFRONTS = ['TR', 'DE', 'SA', 'AE'];

interface CreatedBrand {
  id: number;
  name: string;
  /** SHA-256 of the pictures that came with it, hexadecimal. */
  images: string[];
}

/** The brands of the marketplace: those of its catalog, and those that sellers create. */
export class Brands {
  private created: CreatedBrand[] = [];

  /** Of exactly this name, letter case included. */
  named(name: string): { id: number; name: string }[] {
    const own = this.created.filter((brand) => brand.name === name);
    return [...brandsNamed(name), ...own.map(({ id }) => ({ id, name }))];
  }

  ofId(id: unknown): { id: number; name: string } | undefined {
    const own = this.created.find((brand) => brand.id === id);
    return own ? { id: own.id, name: own.name } : brandOfId(id);
  }

  /**
   * Creates the brand that a form asks for. A second one of the same name as well: what the provider does then is not documented, and a
   * client that doubles its request shall be found out.
   * @throws {ProviderError} 400
   */
  async create({ headers, body }: Pick<Call, 'headers' | 'body'>): Promise<{ brandId: number }> {
    if (!STOREFRONTS.includes(String(headers.storefrontcode)))
      throw badRequest('invalid.storefrontcode', 'storeFrontCode geçersiz.');
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } })
      .formData()
      .catch(() => undefined);
    const name = form?.get('name');
    // That a name has a letter stands for whatever the provider refuses of one.
    if (typeof name !== 'string' || !/\p{L}/u.test(name))
      throw badRequest('invalid.brand.name', 'Marka adı geçersiz: en az bir harf içermelidir.');
    const images = (form?.getAll('images') ?? []).filter((image) => image instanceof Blob);
    if (images.length < 1 || images.length > IMAGES_MAX || images.some(({ type }) => !type.startsWith('image/')))
      throw badRequest('invalid.brand.images', `Marka için 1 ile ${IMAGES_MAX} arasında görsel gönderilmelidir.`);
    const digests = await Promise.all(images.map(async (image) => digestOf(await image.arrayBuffer())));
    const brandId = FIRST_ID + this.created.length;
    this.created.push({ id: brandId, name, images: digests });
    return { brandId };
  }

  /** What a test sees of it. */
  list(): readonly CreatedBrand[] {
    return this.created;
  }
}

const digestOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
