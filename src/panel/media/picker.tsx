import { useState } from 'react';
import { useMedia } from '../api/shop';
import type { ListedMedia } from '../api/types';
import { Chooser, type Choosing } from '../parts/chooser';
import { useText } from '../text/text';
import { NoMedia } from './none';
import { addressOf, mediaTitle, Picture } from './shown';

/** The library, to choose pictures from; one that could not be drawn is none that can be shown. */
export function Picker(choosing: Choosing<ListedMedia>) {
  const texts = useText();
  const [text, setText] = useState('');
  return (
    <Chooser
      {...choosing}
      title={texts.media.pick}
      search={texts.media.search}
      onSearch={setText}
      query={useMedia(text)}
      empty={<NoMedia text={text} />}
      choiceOf={(media) => ({
        id: media.id,
        name: mediaTitle(media, texts),
        picture: <Picture url={addressOf(media.variants)} state={media.state} alt="" />,
        unfit: media.state === 'failed',
      })}
    />
  );
}
