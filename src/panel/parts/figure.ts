import type { Figure } from '../api/shop';
import { count } from '../text/format';
import type { Texts } from '../text/tr';

/** The number in words: "10.000+" of more than were counted. */
export const figureText = (figure: Figure, texts: Texts): string =>
  `${count(figure.count, texts)}${figure.more ? '+' : ''}`;
