export { ContactChanged } from './contact-changed';
export { type ChangedContact, ContactForm } from './contact-form';
