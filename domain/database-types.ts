// Written by `npm run db:types` from the database. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      jobs: {
        Row: {
          id: string;
          title: string;
          company: string;
          job_type: string;
          location: string;
          salary_range: string | null;
          application_deadline: string | null;
          application_url: string;
          description: string;
          requirements: string | null;
          benefits: string | null;
          contact_name: string;
          contact_email: string;
          contact_phone: string | null;
          created_at: string;
          is_active: boolean;
          posted_by: string;
        };
        Insert: {
          id?: string;
          title: string;
          company: string;
          job_type?: string;
          location: string;
          salary_range?: string | null;
          application_deadline?: string | null;
          application_url: string;
          description: string;
          requirements?: string | null;
          benefits?: string | null;
          contact_name: string;
          contact_email: string;
          contact_phone?: string | null;
          created_at?: string;
          is_active?: boolean;
          posted_by: string;
        };
        Update: {
          id?: string;
          title?: string;
          company?: string;
          job_type?: string;
          location?: string;
          salary_range?: string | null;
          application_deadline?: string | null;
          application_url?: string;
          description?: string;
          requirements?: string | null;
          benefits?: string | null;
          contact_name?: string;
          contact_email?: string;
          contact_phone?: string | null;
          created_at?: string;
          is_active?: boolean;
          posted_by?: string;
        };
        Relationships: [];
      };
      page_views: {
        Row: { day: string; path: string; views: number };
        Insert: { day: string; path: string; views: number };
        Update: { day?: string; path?: string; views?: number };
        Relationships: [];
      };
      subscriptions: {
        Row: {
          user_id: string;
          customer_id: string | null;
          subscription_id: string | null;
          product_id: string | null;
          status: string;
          current_period_end: string | null;
          cancel_at_period_end: boolean;
          updated_at: string;
        };
        Insert: {
          user_id: string;
          customer_id?: string | null;
          subscription_id?: string | null;
          product_id?: string | null;
          status?: string;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          updated_at?: string;
        };
        Update: {
          user_id?: string;
          customer_id?: string | null;
          subscription_id?: string | null;
          product_id?: string | null;
          status?: string;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
