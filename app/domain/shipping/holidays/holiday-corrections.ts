interface Correction {
  /** Rules in the grammar of date-holidays */
  add?: readonly string[]
  remove?: readonly string[]
  /** Days such as `12-26` that are also observed on the next working day if they fall on a Saturday or Sunday */
  moved?: readonly string[]
}

/**
 * Holidays that date-holidays 3.37 lacks, by country, or by country and the shop's state; checked against Python's
 * `holidays` 0.105 and the laws cited here. National laws on periods treat some days as holidays on which shops may
 * open.
 */
export const holidayCorrections: Record<string, Correction> = {
  // Labour Code, article 154
  BG: {
    add: ["12-26"],
    moved: ["01-01", "03-03", "05-01", "05-06", "05-24", "09-06", "09-22", "12-24", "12-25", "12-26"],
  },
  // Canada Labour Code, section 193
  CA: { moved: ["01-01", "12-25", "12-26"] },
  // National Day for Truth and Reconciliation, and Nunavut Day: the provinces' employment standards
  "CA-BC": { add: ["09-30"] },
  "CA-MB": { add: ["09-30"] },
  "CA-NT": { add: ["09-30"] },
  "CA-NU": { add: ["07-09", "09-30"] },
  "CA-PE": { add: ["09-30"] },
  "CA-YT": { add: ["09-30"] },
  "CH-AI": { add: ["12-08"] },
  "CH-LU": { add: ["01-02", "easter 1", "easter 50"] },
  // Press and Information Office: Clean Monday is 48 days before Easter, and Kataklysmos 50 days after it.
  CY: { add: ["orthodox -48", "orthodox 50"], remove: ["orthodox -47"] },
  // The communities' lists in the Boletín Oficial del Estado
  "ES-CB": { add: ["07-28"] },
  "ES-CM": { add: ["2026-04-06"] },
  "ES-MC": { add: ["06-09"] },
  "ES-ML": { add: ["09-08", "09-17"] },
  "ES-NC": { add: ["12-03"] },
  "ES-VC": { add: ["10-09"] },
  // Act 150/1930 on the calculation of time limits, section 5: the eves of midsummer and Christmas
  FI: { add: ["friday after 06-19", "12-24"] },
  // The decree on the working days of 2026: the day is moved to a Saturday
  HU: { add: ["2026-12-24"] },
  // Act 260/1949 and the decree 792/1985: Whit Monday in South Tyrol
  "IT-BZ": { add: ["easter 50"] },
  // Regulations on Holidays of Public Offices: the lunar New Year begins on the day before; Labour Day since 2026
  KR: { add: ["1 day before korean 01-0-01", "05-01 since 2026"] },
  // The lists of the EFTA states under Regulation 1182/71, such as OJ C 455, 18.12.2014, p. 9
  LI: { add: ["01-02", "02-02", "easter -47", "03-19", "08-15", "11-01", "12-24", "12-31"] },
  // Algemene termijnenwet, article 3
  NL: { add: ["easter -2", "05-05"] },
  // Regional decrees 13/80/A and 18/2002/M
  "PT-20": { add: ["easter 50"] },
  "PT-30": { add: ["07-01", "12-26"] },
  // Act 1930:173 on the calculation of statutory time, section 2: the eves of midsummer, Christmas and New Year
  SE: { add: ["friday after 06-19", "12-24", "12-31"] },
  // Act 241/1993: not holidays in 2026 only
  SK: { add: ["05-08 since 2027", "09-15 since 2027"] },
  // Act on Memorial Days and Holidays of 2025
  TW: {
    add: ["05-01", "09-28", "10-25", "12-25"].map(
      (day) => `${day} and if saturday then previous friday if sunday then next monday since 2025`,
    ),
  },
  // 5 U.S.C. 6103(b)
  US: { add: ["11-11 if saturday then previous friday"] },
}
