import { isInteger, type Resources, record } from '../../kit/control';

/** Behaviour of the question services that the documents leave open, or that a test wants although it seldom happens. */
export interface QuestionKnobs {
  /** Waits last so many times less: that of the moderation, and the three days of a question. */
  scale: number;
  /** Says whether the ends of a window are held against the time of the question, or of its last change. */
  filterBy: 'created' | 'modified';
  /** Says which end of a window stays that is longer than two weeks. */
  clampKeeps: 'start' | 'end';
  /** An answer is looked at for so long before it is shown, milliseconds before scaling. */
  reviewMs: number;
  /** An answer with one of these words is refused. */
  bannedWords: readonly string[];
  /** The form in which a refused answer is told. */
  rejectedAs: 'object' | 'text';
}

export const usualQuestionKnobs: Readonly<QuestionKnobs> = {
  scale: 1,
  filterBy: 'created',
  clampKeeps: 'end',
  reviewMs: 0,
  bannedWords: ['whatsapp', 'instagram'],
  rejectedAs: 'object',
};

const isOneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

const checks: Readonly<Record<keyof QuestionKnobs, (value: unknown) => boolean>> = {
  scale: (value) => typeof value === 'number' && value > 0,
  filterBy: isOneOf('created', 'modified'),
  clampKeeps: isOneOf('start', 'end'),
  reviewMs: (value) => isInteger(value) && value >= 0,
  bannedWords: (value) => Array.isArray(value) && value.every((word) => typeof word === 'string' && word !== ''),
  rejectedAs: isOneOf('object', 'text'),
};

export function questionKnobsResource(knobs: QuestionKnobs): Resources[string] {
  return {
    GET: () => knobs,
    PUT: (body) => {
      const wanted = record(body, 'The body', Object.keys(checks));
      for (const [name, value] of Object.entries(wanted))
        if (!checks[name as keyof QuestionKnobs](value)) throw new RangeError(`${name} is not what it can be.`);
      Object.assign(knobs, wanted);
      return knobs;
    },
    DELETE: () => Object.assign(knobs, usualQuestionKnobs),
  };
}
