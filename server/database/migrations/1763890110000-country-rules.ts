import { always, ForwardMigration, writtenOnce } from './forward-migration.js';

/**
 * Countries and the calling codes that their phones begin with, without the plus sign; of several the longest counts. Where several
 * countries share one, a phone can be of each.
 */
const CALLING_CODES = `
AC 247; AD 376; AE 971; AF 93; AG 1268; AI 1264; AL 355; AM 374; AO 244; AR 54; AS 1684; AT 43; AU CC CX 61; AW 297;
AX 35818; AX FI 358; AZ 994; BA 387; BB 1246; BD 880; BE 32; BF 226; BG 359; BH 973; BI 257; BJ 229; BL GP MF 590;
BM 1441; BN 673; BO 591; BQ 5993 5994 5997; BQ CW 599; BR 55; BS 1242; BT 975; BW 267; BY 375; BZ 501;
CA 1204 1226 1236 1249 1250 1257 1263 1289 1306 1343 1354 1365 1367 1368 1382 1403 1416 1418 1428 1431 1437 1438 1450 1468 1474 1506 1514 1519 1548 1579 1581 1584 1587 1604 1613 1639 1647 1672 1683 1705 1709 1742 1753 1778 1780 1782 1807 1819 1825 1867 1873 1879 1902 1905 1942;
CD 243; CF 236; CG 242; CH 41; CI 225; CK 682; CL 56; CM 237; CN 86; CO 57; CR 506; CU 53; CV 238; CW 5999; CY 357;
CZ 420; DE 49; DJ 253; DK 45; DM 1767; DO 1809 1829 1849; DZ 213; EC 593; EE 372; EG 20; EH MA 212; ER 291; ES 34;
ET 251; FJ 679; FK 500; FM 691; FO 298; FR 33; GA 241; GB GG IM JE 44; GD 1473; GE 995; GF 594; GH 233; GI 350; GL 299;
GM 220; GN 224; GQ 240; GR 30; GT 502; GU 1671; GW 245; GY 592; HK 852; HN 504; HR 385; HT 509; HU 36; ID 62; IE 353;
IL 972; IN 91; IO 246; IQ 964; IR 98; IS 354; IT VA 39; JM 1658 1876; JO 962; JP 81; KE 254; KG 996; KH 855; KI 686;
KM 269; KN 1869; KP 850; KR 82; KW 965; KY 1345; KZ 76 77; KZ RU 7; LA 856; LB 961; LC 1758; LI 423; LK 94; LR 231;
LS 266; LT 370; LU 352; LV 371; LY 218; MC 377; MD 373; ME 382; MG 261; MH 692; MK 389; ML 223; MM 95; MN 976; MO 853;
MP 1670; MQ 596; MR 222; MS 1664; MT 356; MU 230; MV 960; MW 265; MX 52; MY 60; MZ 258; NA 264; NC 687; NE 227; NF 672;
NG 234; NI 505; NL 31; NO SJ 47; NP 977; NR 674; NU 683; NZ 64; OM 968; PA 507; PE 51; PF 689; PG 675; PH 63; PK 92;
PL 48; PM 508; PR 1787 1939; PS 970; PT 351; PW 680; PY 595; QA 974; RE YT 262; RO 40; RS 381; RU 73 74 78 79; RW 250;
SA 966; SB 677; SC 248; SD 249; SE 46; SG 65; SH TA 290; SI 386; SJ 4779; SK 421; SL 232; SM 378; SN 221; SO 252;
SR 597; SS 211; ST 239; SV 503; SX 1721; SY 963; SZ 268; TA 2908; TC 1649; TD 235; TG 228; TH 66; TJ 992; TK 690;
TL 670; TM 993; TN 216; TO 676; TR 90; TT 1868; TV 688; TW 886; TZ 255; UA 380; UG 256; US 1; UY 598; UZ 998;
VA 3906698; VC 1784; VE 58; VG 1284; VI 1340; VN 84; VU 678; WF 681; WS 685; XK 383; YE 967; ZA 27; ZM 260; ZW 263`;

function codeRows(): string {
  return CALLING_CODES.trim()
    .split(/;\s*/)
    .flatMap((line) => {
      const words = line.split(' ');
      const countries = words.filter((word) => /^[A-Z]{2}$/.test(word));
      return words.filter((word) => /^\d+$/.test(word)).map((prefix) => `('${prefix}', '{${countries.join(',')}}')`);
    })
    .join(', ');
}

/** What is offered in which country, as two operators agree on it; everything everywhere until they do (decision 102). */
export class CountryRules1763890110000 extends ForwardMigration {
  protected readonly statements = [
    `create table calling_code (
       prefix text primary key check (prefix ~ '^[1-9][0-9]{0,7}$'),
       countries text[] not null check (cardinality(countries) > 0)
     )`,
    `insert into calling_code (prefix, countries) values ${codeRows()}`,
    // What phones that a user had before say of the country.
    `create table country_claim (
       user_id bigint not null references account_user (id),
       country text not null check (country = '*' or country ~ '^[A-Z]{2}$'),
       primary key (user_id, country)
     )`,
    // The newest of a country and a product holds.
    `create table country_rule (
       id bigint generated always as identity primary key,
       country text not null check (country = '*' or country ~ '^[A-Z]{2}$'),
       product text not null check (product in ('spot', 'contracts', 'options', 'options-demo', 'trust', 'subscription',
         'ieo', 'otc', 'deposits', 'withdrawals')),
       -- null: as of all others
       state text check (state in ('allowed', 'closing-only', 'not-offered')),
       leverage_max integer check (leverage_max between 1 and 1000),
       decided_at timestamptz not null,
       check (country <> '*' or state is not null),
       check (leverage_max is null or (product = 'contracts' and coalesce(state, '') = 'allowed')),
       -- Nobody is kept from taking out what is theirs.
       check (product <> 'withdrawals' or coalesce(state, 'allowed') = 'allowed')
     )`,
    'create index country_rule_newest on country_rule (country, product, id desc)',
    // While it is empty, nothing else is looked at.
    `create index country_rule_strict on country_rule (id) where state <> 'allowed' or leverage_max is not null`,
    `insert into country_rule (country, product, state, decided_at)
       select '*', product, 'allowed', '2026-11-27T00:00:00Z'
         from unnest(array['spot', 'contracts', 'options', 'options-demo', 'trust', 'subscription', 'ieo', 'otc',
           'deposits', 'withdrawals']) product`,
    ...writtenOnce('country_rule', 'country_rule_keep'),
    ...always('country_rule', ['country_rule_keep', 'country_rule_keep_all']),
    `create trigger account_user_country_claim after update of phone on account_user
       for each row when (old.phone is distinct from new.phone) execute function country_claim_note()`,
    // Validated by a migration of its own.
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint
                                where conname = 'operator_proposal_kind_check');
       begin
         alter table operator_proposal drop constraint operator_proposal_kind_check;
         execute 'alter table operator_proposal add constraint operator_proposal_kind_check '
           || replace(replace(law, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''country-rule''::text, ') || ' not valid';
       end $$`,
    // Whoever serves changes them through the functions alone.
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on calling_code, country_claim, country_rule from gateway_app;
         end if;
       end $$`,
  ];
}
