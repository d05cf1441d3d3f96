import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useText } from '../text/text';

/** To the page that connects a marketplace. */
export function ConnectLink({ ext }: { readonly ext: string }) {
  const texts = useText();
  return (
    <Anchor component={Link} href={`/connect/${ext}`} size="sm" display="block">
      {texts.connect.link}
    </Anchor>
  );
}
