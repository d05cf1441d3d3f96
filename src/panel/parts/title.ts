import { useDocumentTitle } from '@mantine/hooks';
import { useText } from '../text/text';

/** Names the page where browsers list their tabs and visits, and where it is read aloud on arrival. */
export function usePageTitle(title: string): void {
  useDocumentTitle(`${title} · ${useText().product}`);
}
