import { cezve } from '../drawing/tools';
import { dressedCoffees } from './coffees';

const pictureOf = (title: string): string =>
  dressedCoffees.find((each) => each.title === title)?.pictures[0]?.svg as string;

/** Drawings of the pictures that examples name: the same bytes are one file, so the shelves show them too. */
export const knownDrawings = {
  turkish: pictureOf('Türk Kahvesi 250 g'),
  filter: pictureOf('Filtre Kahve Çekirdeği'),
  cezve: cezve('#eadfd0', '#b8703a'),
};
