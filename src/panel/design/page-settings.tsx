import { Button, Checkbox, Fieldset, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type LegalRole, legalRoles } from '../../design/bundle/bundle';
import { useConfirm } from '../parts/confirm';
import { useText } from '../text/text';
import type { Editor } from './editor';
import { withoutPage, withPage } from './edits';
import { pageName } from './labels';
import { type EditedPage, otherPaths, tidied } from './own-page';
import { SlugInput } from './slug-input';

interface PageSettingsProps {
  readonly editor: Pick<Editor, 'body' | 'change'>;
  /** The key of the page. */
  readonly of: string;
  readonly onRemoved: () => void;
}

/** Name, address and role of a page of the shop's own, and what search engines are told of any page. */
export function PageSettings({ editor: { body, change }, of, onRemoved }: PageSettingsProps) {
  const texts = useText();
  const confirm = useConfirm();
  const { ownPage } = texts.design;
  const page = body.pages[of];
  if (!page) return null;
  const set = (patch: Partial<EditedPage>): void =>
    change((now) => withPage(now, of, tidied({ ...(now.pages[of] ?? page), ...patch })));
  const remove = async (): Promise<void> => {
    const { removeTitle, removeText, remove: yes } = ownPage;
    if (!(await confirm({ title: removeTitle(pageName(page, texts)), text: removeText, yes, destructive: true })))
      return;
    change((now) => withoutPage(now, of));
    onRemoved();
  };
  return (
    <Fieldset legend={ownPage.settings}>
      <Stack gap="sm">
        {page.kind === 'page' && (
          <>
            <TextInput
              label={ownPage.title}
              maxLength={120}
              value={page.title ?? ''}
              onChange={({ currentTarget }) => set({ title: currentTarget.value })}
            />
            <SlugInput
              key={page.path}
              slug={page.path ?? ''}
              help={ownPage.addressHelp}
              taken={otherPaths(body, of)}
              onChange={(path) => set({ path })}
            />
            <Select
              label={ownPage.legal}
              description={ownPage.legalHelp}
              clearable
              placeholder={ownPage.noLegal}
              data={legalRoles.map((role) => ({ value: role, label: ownPage.roles[role] }))}
              value={page.legal ?? null}
              onChange={(legal) => set({ legal: (legal as LegalRole | null) ?? undefined })}
            />
          </>
        )}
        <TextInput
          label={ownPage.seoTitle}
          description={ownPage.seoTitleHelp}
          maxLength={120}
          value={page.seo?.title ?? ''}
          onChange={({ currentTarget }) => set({ seo: { ...page.seo, title: currentTarget.value } })}
        />
        <Textarea
          label={ownPage.seoText}
          autosize
          minRows={2}
          maxLength={300}
          value={page.seo?.description ?? ''}
          onChange={({ currentTarget }) => set({ seo: { ...page.seo, description: currentTarget.value } })}
        />
        <Checkbox
          label={ownPage.noindex}
          checked={page.seo?.noindex ?? false}
          onChange={({ currentTarget }) => set({ seo: { ...page.seo, noindex: currentTarget.checked } })}
        />
        {page.kind === 'page' && (
          <Group>
            <Button color="red" variant="light" onClick={() => void remove()}>
              {ownPage.remove}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
