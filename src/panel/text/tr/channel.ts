import { claims } from './channel/claims';
import { finance } from './channel/finance';
import { frame } from './channel/frame';
import { health } from './channel/health';
import { listings } from './channel/listings';
import { oversold } from './channel/oversold';
import { packages } from './channel/packages';
import { questions } from './channel/questions';
import { settings } from './channel/settings';
import { unmapped } from './channel/unmapped';
import { unreadable } from './channel/unreadable';

/** The pages of a marketplace, each with its sentences in a file of its own. */
export const channel = {
  frame,
  health,
  listings,
  packages,
  claims,
  questions,
  finance,
  unmapped,
  oversold,
  unreadable,
  settings,
};
