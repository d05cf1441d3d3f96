import { Failure, Loading, PageHeader } from '../parts/states';
import { useText } from '../text/text';
import { useDraft, useSections } from './api';
import { SectionsContext } from './sections-context';
import { Start } from './start';
import { Workbench } from './workbench';

/** The design of the shop: its draft beside a preview, and what was published. */
export function DesignPage() {
  const texts = useText();
  const draft = useDraft();
  const sections = useSections();
  const failed = [draft, sections].find(({ error, data }) => error && !data);
  return (
    <>
      <PageHeader title={texts.nav.design} lead={texts.design.lead} />
      {failed?.error && <Failure error={failed.error} retry={failed.refetch} />}
      {!failed && !(draft.data && sections.data) && <Loading />}
      {draft.data && sections.data && (
        <SectionsContext value={sections.data.sections}>
          {draft.data.body === null ? (
            <Start draft={draft.data} />
          ) : (
            <Workbench draft={draft.data} readAgain={async () => (await draft.refetch()).data} />
          )}
        </SectionsContext>
      )}
    </>
  );
}
