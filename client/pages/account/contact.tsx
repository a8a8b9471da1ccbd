import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type ChangedContact, ContactChanged, ContactForm } from '../../features/account/contact';
import { useUser } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';

export default function ContactPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const user = useUser();
  const [changed, setChanged] = useState<ChangedContact | null>(null);
  const kind = search.get('kind') === 'phone' ? 'phone' : 'email';
  return (
    <>
      <PageHeader title={t('contact.title')} back />
      <Column>
        {changed && <ContactChanged changed={changed} onClose={() => void navigate(-1)} />}
        {user && !changed && (
          <>
            <FormIntro text={t('contact.text')} />
            <ContactForm key={kind} user={user} kind={kind} onDone={setChanged} />
          </>
        )}
      </Column>
    </>
  );
}
