import { Badge, Table, Text } from '@mantine/core';
import type { ChannelHealth } from '../../api/types';
import { Part } from '../../parts/part';
import { Visible } from '../../parts/quoted';
import { ago, ahead, count } from '../../text/format';
import { nameIn, useText } from '../../text/text';

/** The limits of a marketplace by kinds of requests, how much of each is used, and what it slows down now. */
export function Groups({ health: { groups, budget } }: { readonly health: ChannelHealth }) {
  const texts = useText();
  const { health: words } = texts.channel;
  const used = (part: number, of: number | null): string =>
    `${count(part, texts)} / ${of === null ? words.unlimited : count(of, texts)}`;
  return (
    <Part title={words.groups}>
      <Table className="rows" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.group}</Table.Th>
            <Table.Th className="amount">{words.in10Seconds}</Table.Th>
            <Table.Th className="amount">{words.inMinute}</Table.Th>
            <Table.Th>{words.pause}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((each) => (
            <Table.Tr key={each.group}>
              <Table.Td>
                <Visible text={nameIn(words.groupNames, each.group) ?? each.group} />
              </Table.Td>
              <Table.Td className="amount" data-head={words.in10Seconds}>
                {used(each.usedInLast10Seconds, each.requestsPer10Seconds)}
              </Table.Td>
              <Table.Td className="amount" data-head={words.inMinute}>
                {used(each.usedInLastMinute, each.requestsPerMinute)}
              </Table.Td>
              <Table.Td data-head={words.pause}>
                {each.pausesUntil === null ? (
                  words.goesOn
                ) : (
                  <Badge variant="light" color="orange">
                    {words.pausesUntil(ahead(each.pausesUntil, texts))}
                  </Badge>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {budget.throttled > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.throttled(count(budget.throttled, texts))}{' '}
          {budget.lastThrottledAt && words.lastThrottled(ago(budget.lastThrottledAt, texts))}
        </Text>
      )}
    </Part>
  );
}
