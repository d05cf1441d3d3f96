import { firstPartyPack, newestPack } from '../../skin/first-party/packs';
import type { Wardrobe } from './switch';

/** Themes that every shop may wear. */
export const wardrobe: Wardrobe = {
  packOf: firstPartyPack,
  usualVersion: (key) => newestPack(key)?.manifest.version,
};
