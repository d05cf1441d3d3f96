import { Text } from '@mantine/core';
import { visibleText } from '../../kernel/schema/visible';
import type { ListedMedia } from '../api/types';
import { useWord } from '../parts/meaning';
import { fileTitle } from '../text/format';
import type { Texts } from '../text/tr';

/** Reads the title of a file: its name, or its kind where nobody has named it. */
export const mediaTitle = ({ name, type, size }: Pick<ListedMedia, 'name' | 'type' | 'size'>, texts: Texts): string =>
  name === null ? fileTitle(type, size, texts) : visibleText(name);

/** The smallest drawing that every browser shows; null before there is one. */
export const addressOf = (variants: readonly { readonly format: string; readonly url: string }[]): string | null =>
  variants.find(({ format }) => format === 'webp')?.url ?? null;

interface PictureProps {
  readonly url: string | null;
  readonly state: ListedMedia['state'];
  readonly alt: string;
}

/** A picture, or what it waits for. */
export function Picture({ url, state, alt }: PictureProps) {
  const word = useWord('media', 'state');
  if (url !== null) return <img src={url} alt={visibleText(alt)} className="picture" loading="lazy" />;
  return (
    <div className="picture waiting">
      <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'}>
        {word(state)}
      </Text>
    </div>
  );
}
