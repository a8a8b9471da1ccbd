import type { AgreementText } from '.';

export const agreement: AgreementText = {
  updated: '2026-11-01',
  sections: [
    {
      title: 'What this agreement is about',
      text: 'It is between you and the operator of this platform. It says how you may use the account, what the platform does with your money and your data, and what it does not promise. You agree to it by ticking the box when you register; you can read it here at any time.',
    },
    {
      title: 'Your account',
      text: 'One person has one account, in their own name. You must be of age, and trading must be allowed where you live. Keep your passwords, codes and wallet keys to yourself: nobody who works here will ever ask for them. Every login and every change to your security is written down and shown to you.',
    },
    {
      title: 'Prices and trading',
      text: 'Prices come from the exchanges that are named on each price page. Trading carries risk: you can lose everything that you put in, and with leverage you can lose it quickly. Nothing here is advice, and no profit is promised. Fees are shown before you confirm.',
    },
    {
      title: 'Deposits and withdrawals',
      text: 'Deposits are credited after they are confirmed. Withdrawals need identity verification, your fund password and a code, and no other condition: no tax, deposit or fee is ever asked for in advance. Amounts under way are frozen and shown as such, and you can follow each step.',
    },
    {
      title: 'Your data',
      text: 'We keep what the service and the law need: contact, identity documents, orders, payments, and the devices you log in with. Documents are stored encrypted, are seen only by reviewers, and every view is logged. Data is not sold. Cookies and local storage keep your session and your settings, nothing else.',
    },
    {
      title: 'Text messages',
      text: 'If you register by phone you also agree to receive text messages with codes and security notices. They carry no advertising. You can use e-mail instead at any time.',
    },
    {
      title: 'Your rights and the end',
      text: 'You can see, correct and export your data, close your account once it is empty, and complain to customer service. If this agreement changes, you are told in advance and asked again. Records that the law wants kept are kept for as long as it says, and then deleted.',
    },
  ],
};
