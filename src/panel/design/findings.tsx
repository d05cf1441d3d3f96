import { Alert, Anchor, List, Text } from '@mantine/core';
import { useContext } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import type { Finding, Section } from './api';
import { nodeName, pageName } from './labels';
import type { PropSchema } from './prop-fields';
import { SectionsContext } from './sections-context';

interface FindingsProps {
  readonly title: string;
  readonly color: string;
  readonly findings: readonly Finding[];
  readonly body: Bundle;
  readonly onGo: (nodeId: string) => void;
}

/** Faults of a design, each with the section and the field where it is. */
export function Findings({ title, color, findings, body, onGo }: FindingsProps) {
  const texts = useText();
  const sections = useContext(SectionsContext);
  return (
    <Alert color={color} role={color === 'red' ? 'alert' : 'status'} title={title}>
      <List size="sm">
        {findings.map((each) => {
          const place = placeOf(each.pointer, body, sections, texts);
          const { nodeId } = place;
          return (
            <List.Item key={`${each.pointer} ${each.code} ${each.english}`}>
              {nodeId === null ? (
                <Text span inherit fw={600}>
                  <Visible text={place.name} />
                </Text>
              ) : (
                <Anchor component="button" type="button" size="sm" underline="always" onClick={() => onGo(nodeId)}>
                  <Visible text={place.name} />
                </Anchor>
              )}
              : <Visible text={texts.language === 'tr' ? each.message : each.english} />
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

function placeOf(pointer: string, body: Bundle, sections: readonly Section[], texts: Texts) {
  const [area = '', key = '', part, field = ''] = pointer.split('/').slice(1);
  const node = area === 'nodes' ? body.nodes[key] : undefined;
  const page = area === 'pages' ? body.pages[key] : undefined;
  if (page) return { nodeId: null, name: pageName(page, texts) };
  if (area === 'groups' && (key === 'header' || key === 'footer'))
    return { nodeId: null, name: texts.design.groups[key] };
  if (!node) return { nodeId: null, name: texts.design.areas[area] ?? pointer };
  const name = nodeName(sections, node, texts);
  const schema = sections.find(({ type }) => type === node.type)?.props as PropSchema | undefined;
  const label = part === 'props' ? (schema?.properties?.[field]?.['x-label']?.[texts.language] ?? field) : '';
  return { nodeId: key, name: label === '' ? name : `${name}, ${label}` };
}
