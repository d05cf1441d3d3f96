import { claims } from './claims';
import { finance } from './finance';
import { frame } from './frame';
import { health } from './health';
import { listings } from './listings';
import { oversold } from './oversold';
import { packages } from './packages';
import { questions } from './questions';
import { settings } from './settings';
import { unmapped } from './unmapped';
import { unreadable } from './unreadable';

/** The pages of a marketplace, each with its sentences in a file of its own. */
const parts = {
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

type Parts = typeof parts;

const saidIn = <L extends 'tr' | 'en'>(language: L) =>
  Object.fromEntries(Object.entries(parts).map(([name, words]) => [name, words[language]])) as {
    [Name in keyof Parts]: Parts[Name][L];
  };

export const channelTexts = { tr: saidIn('tr'), en: saidIn('en') };
