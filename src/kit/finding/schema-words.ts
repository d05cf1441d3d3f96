type Sentence = readonly [RegExp, (...found: string[]) => string];

const kinds: Readonly<Record<string, string>> = {
  string: 'metin',
  integer: 'tam sayı',
  number: 'sayı',
  boolean: 'doğru ya da yanlış',
  object: 'nesne',
  array: 'liste',
};

/** Sentences of the checks of schemas in Turkish. */
const sentences: readonly Sentence[] = [
  [/^is required$/, () => 'gerekli'],
  [/^is not known here$/, () => 'burada kullanılmaz'],
  [/^must be one of (.+)$/, (_, choices) => `şunlardan biri olmalı: ${choices}`],
  [/^must be (string|integer|number|boolean|object|array)$/, (_, kind) => `${kinds[kind as string]} olmalı`],
  [/^must NOT have more than (\d+) characters$/, (_, most) => `en çok ${most} karakter olabilir`],
  [/^must NOT have fewer than (\d+) characters$/, (_, least) => `en az ${least} karakter olmalı`],
  [/^must NOT have more than (\d+) (items|properties)$/, (_, most) => `en çok ${most} öğe olabilir`],
  [/^must be >= (\S+)$/, (_, least) => `en az ${least} olmalı`],
  [/^must be <= (\S+)$/, (_, most) => `en çok ${most} olmalı`],
  [/^must be one line/, () => 'tek satır olmalı, uçlarında boşluk olmamalı'],
  [/^must not be blank/, () => 'boş olmamalı'],
];

/** A fault of a schema in the words of a design. */
export function inTurkish(english: string): string {
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(english);
    if (found) return words(...found);
  }
  return 'beklenen biçimde değil';
}
