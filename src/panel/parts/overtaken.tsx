import { Text } from '@mantine/core';
import { useText } from '../text/text';

/** Says in a form that what is edited there has become something else meanwhile: see `useEdited`. */
export function Overtaken({ is }: { readonly is: boolean }) {
  const { overtaken } = useText().common;
  return (
    is && (
      <Text size="sm" role="status">
        {overtaken}
      </Text>
    )
  );
}
