// Places: what a posting names and what an applicant lives in.
export { countries, inRegion, type Region } from './countries.ts'
export {
  cityName,
  countryCode,
  covers,
  everydayCodes,
  type Home,
  type Mention,
  overlap,
  type Place,
  placesIn,
  placeWords,
  stateCode,
} from './places.ts'
