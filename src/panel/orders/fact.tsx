import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows a name and its value, in a list of facts. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text size="sm" component="div" className="value" ta="end">
      {children}
    </Text>
  </Group>
);
