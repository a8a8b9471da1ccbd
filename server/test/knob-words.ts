/**
 * How such things are called where they exist: by scam kits, by honest code with a bad idea, in English and in the
 * pinyin of the kits. Each is matched against a name in small words joined by hyphens.
 */
const KNOBS = [
  /\b(odds|luck|lucky|rig|rigged|rigging|cheat|manipulat(e|ed|ion)|shill|robot|fake)\b/,
  /\b(control|controls|controlled)\b/,
  /\b(fengkong|feng-kong|kongzhi|kong-zhi|shenglv|sheng-lv|dianwei|chazhen)\b/,
  /\b(win|wins|winning|won|lose|loses|losing|loss|losses|kill|hit)-(rate|ratio|chance|probability|percent|percentage|limit|cap|switch|mode|weight|bias|streak)\b/,
  /\b(must|force|forced|always|never)-(win|lose|loss|liquidate|fail)\b/,
  /\b(force|forced|preset|pre-set|planned|manual|manually-set|predetermined|assigned|override|overridden)-(result|outcome|direction|price|payout|profit|settlement|index|mark|rate)\b/,
  /\b(price|quote|index|mark|tick|candle|kline|k-line|settlement|settle|entry|exit|close|open|fill|execution|rate|market)-(price-)?(offset|shift|bias|skew|override|adjust|adjusted|adjustment|correction|drift|tweak|modifier|delay|latency|needle)\b/,
  /\b(payout|winnings|result|outcome|pnl|profit|reward|odds|interest)-(override|overridden|adjust|adjustment|modifier|multiplier|bias|boost|cut|switch)\b/,
  /\b(user|member|customer|client|group|person|owner|agent|cohort|segment)-(risk|odds|payout|spread|slippage|delay|latency|price|multiplier|bias|rate|ratio|factor)\b/,
  /\b(order|position|trade|deal|withdrawal)-(risk|delay|latency|slippage|spread|bias|multiplier)\b/,
  /\b(delay|delayed|latency|lag|slowdown)\b/,
];

/** The part of the name that sounds like a way to bend somebody's trade; null when none does. */
export function knobIn(name: string): string | null {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  for (const knob of KNOBS) {
    const found = knob.exec(words)?.[0];
    if (found !== undefined) return found;
  }
  return null;
}
