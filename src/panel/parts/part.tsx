import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartProps {
  readonly title: string;
  readonly lead?: string;
  /** The end of an address that leads to it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of a page, under a heading of its own. */
export const Part = ({ title, lead, id, children }: PartProps) => (
  <Paper withBorder p="md" component="section" aria-label={title} {...(id ? { id } : {})}>
    <Title order={2} size="h4" {...(lead ? {} : { mb: 'sm' })}>
      {title}
    </Title>
    {lead && (
      <Text c="dimmed" size="sm">
        {lead}
      </Text>
    )}
    {children}
  </Paper>
);
