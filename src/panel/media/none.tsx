import { Empty } from '../parts/states';
import { useText } from '../text/text';

/** Says that there is no picture, or none of that name. */
export function NoMedia({ text }: { readonly text: string }) {
  const { emptySearch, empty, emptyHint } = useText().media;
  return text === '' ? <Empty title={empty} hint={emptyHint} /> : <Empty title={emptySearch} />;
}
