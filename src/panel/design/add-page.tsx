import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Bundle, type BundleNode, type BundlePage, type LegalRole, legalRoles } from '../../design/bundle/bundle';
import { Dialog } from '../parts/dialog';
import { useText } from '../text/text';
import { newNodeKey } from './node-form';
import { freePath } from './own-page';

interface AddPageProps {
  readonly body: Bundle;
  readonly onAdd: (page: BundlePage, nodes: Readonly<Record<string, BundleNode>>) => void;
  readonly onClose: () => void;
}

/** A window that makes a page of the shop's own; those that the law wants come with their names. */
export function AddPage({ body, onAdd, onClose }: AddPageProps) {
  const { design, common } = useText();
  const [title, setTitle] = useState('');
  const [legal, setLegal] = useState<LegalRole | null>(null);
  const taken = new Set(Object.values(body.pages).map((page) => page.legal));
  const named = title.trim();
  const add = (): void => {
    const section = newNodeKey();
    const content = [{ type: 'p', children: [{ text: named }] }];
    const page: BundlePage = { kind: 'page', path: freePath(body, named), title: named, root: [section] };
    onAdd(legal === null ? page : { ...page, legal }, {
      [section]: { type: 'richText', props: { title: named, content, align: 'left', width: 'narrow' } },
    });
  };
  return (
    <Dialog onClose={onClose} title={design.ownPage.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (named !== '') add();
        }}
      >
        <Stack gap="sm">
          <Select
            label={design.ownPage.legal}
            description={design.ownPage.legalHelp}
            clearable
            placeholder={design.ownPage.noLegal}
            data={legalRoles
              .filter((role) => !taken.has(role))
              .map((role) => ({ value: role, label: design.ownPage.roles[role] }))}
            value={legal}
            onChange={(chosen) => {
              setLegal(chosen as LegalRole | null);
              if (chosen !== null && named === '') setTitle(design.ownPage.roles[chosen as LegalRole]);
            }}
          />
          <TextInput
            required
            data-autofocus
            label={design.ownPage.title}
            maxLength={120}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={named === ''}>
              {design.ownPage.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
